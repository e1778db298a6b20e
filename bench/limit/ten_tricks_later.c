/* 10 Tricks Later written by hand in C: whole random matches, as fast as one core can play them.

   The yardstick for our own rules. It plays by the same clauses, keeps the same public memory, draws from the same two
   generators (ChaCha20 for cards, sfc32 for the random players) in the same order, and so plays the very same matches:
   bench/limit/beside.py compares every winner before it compares speed.

   cc -O3 -march=native -o ten_tricks_later ten_tricks_later.c
   ./ten_tricks_later KEY PLAYERS FIRST COUNT [winners]      KEY: 64 hexadecimal digits */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 4, COLOURS = 4, PURPLE = 4, VALUES = 8, SURVIVORS = 32, INFECTED_8 = 40, CARDS = 41, HAND = 10 };
enum { TRICKS = 10, TRACK_END = 8, TRACK_BONUS = 3, UNBOUNDED = 10, TARGET = 10, MAX_ROUNDS = 100 };
enum { WISH, GIVE, PLAY, OVER };
enum { OPEN, NO, YES };

#define ALL_SURVIVORS 0xFFFFFFFFull
#define ALL_INFECTED (((1ull << CARDS) - 1) & ~ALL_SURVIVORS)
#define ONES 0x01010101ull

typedef struct {
    uint32_t key[8];
    int32_t events;
    int players, phase, is_stopped, round, removed, exchanger, given, ban, lead, to_act, tricks;
    int total[SEATS], score[SEATS], wish[SEATS], played[SEATS], track[SEATS], hand_size[SEATS];
    uint64_t hand[SEATS], upper[SEATS], lower[SEATS], lost[SEATS], aside;
    int8_t at_most[SEATS][COLOURS + 1], rescued_as[SURVIVORS];
} State;

/* --- generators --- */

static inline uint32_t turn(uint32_t x, int n) { return x << n | x >> (32 - n); }

#define QUARTER(a, b, c, d) \
    a += b, d = turn(d ^ a, 16), c += d, b = turn(b ^ c, 12), a += b, d = turn(d ^ a, 8), c += d, b = turn(b ^ c, 7)

static void keystream_block(const uint32_t key[8], uint64_t counter, uint64_t nonce, uint32_t out[16]) {
    uint32_t begin[16] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574}, x[16];
    memcpy(begin + 4, key, 32);
    begin[12] = (uint32_t)counter, begin[13] = (uint32_t)(counter >> 32);
    begin[14] = (uint32_t)nonce, begin[15] = (uint32_t)(nonce >> 32);
    memcpy(x, begin, sizeof x);
    for (int i = 0; i < 10; i++) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++) out[i] = x[i] + begin[i];
}

typedef struct {
    uint32_t words[16];
    int at, number;
} Lot;

static uint32_t lot_word(State *s, Lot *lot) {
    if (lot->at == 16) keystream_block(s->key, lot->number++, s->events, lot->words), lot->at = 0;
    return lot->words[lot->at++];
}

static uint32_t lot_below(State *s, Lot *lot, uint32_t n) {
    uint64_t product = (uint64_t)lot_word(s, lot) * n;
    if ((uint32_t)product < n) {
        uint32_t smallest = (uint32_t)-n % n;
        while ((uint32_t)product < smallest) product = (uint64_t)lot_word(s, lot) * n;
    }
    return product >> 32;
}

static int lowest(uint64_t set) { return __builtin_ctzll(set); }
static int count(uint64_t set) { return __builtin_popcountll(set); }

static int pick_member(State *s, uint64_t members) {
    int n = count(members);
    if (n == 1) return lowest(members);
    Lot lot = {.at = 16};
    for (uint32_t k = lot_below(s, &lot, n); k > 0; k--) members &= members - 1;
    s->events++;
    return lowest(members);
}

static uint32_t rng[4];

static uint32_t next_word(void) {
    uint32_t total = rng[0] + rng[1] + rng[3];
    rng[3]++;
    rng[0] = rng[1] ^ rng[1] >> 9;
    rng[1] = rng[2] + (rng[2] << 3);
    rng[2] = turn(rng[2], 21) + total;
    return total;
}

static uint32_t below(uint32_t n) {
    uint64_t product = (uint64_t)next_word() * n;
    if ((uint32_t)product < n) {
        uint32_t smallest = (uint32_t)-n % n;
        while ((uint32_t)product < smallest) product = (uint64_t)next_word() * n;
    }
    return product >> 32;
}

/* --- cards --- */

static int colour_of(int card) { return card < SURVIVORS ? card / VALUES : PURPLE; }
static int value_of(int card) { return card < SURVIVORS ? card % VALUES + 1 : card - SURVIVORS; }
static uint64_t cards_of(int colour) { return colour == PURPLE ? ALL_INFECTED : 0xFFull << colour * VALUES; }
static uint64_t survivors_up_to(int value) { return value <= 0 ? 0 : ONES * ((1ull << (value < VALUES ? value : VALUES)) - 1); }
static int next_seat(const State *s, int seat) { return seat + 1 < s->players ? seat + 1 : 0; }

/* --- a round --- */

static int is_in_deck(const State *s, int card) {
    if (card < SURVIVORS) return colour_of(card) != s->removed;
    return s->players == 3 ? value_of(card) >= 1 && value_of(card) <= 6 : card != INFECTED_8;
}

static void start_round(State *s) {
    s->round++;
    if (s->players == 3) s->removed = pick_member(s, 15);
    int8_t deck[CARDS];
    int n = 0;
    for (int card = 0; card < CARDS; card++)
        if (is_in_deck(s, card)) deck[n++] = card;
    Lot lot = {.at = 16};
    for (int last = n - 1; last > 0; last--) {
        int other = lot_below(s, &lot, last + 1);
        int8_t kept = deck[last];
        deck[last] = deck[other], deck[other] = kept;
    }
    s->events++;
    for (int seat = 0; seat < s->players; seat++) {
        s->hand[seat] = 0, s->hand_size[seat] = HAND;
        for (int i = HAND * seat; i < HAND * (seat + 1); i++) s->hand[seat] |= 1ull << deck[i];
    }
    s->ban = 1, s->exchanger = s->given = -1, s->tricks = 0, s->aside = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        s->upper[seat] = s->lower[seat] = s->lost[seat] = 0;
        s->track[seat] = 0, s->played[seat] = -1, s->wish[seat] = OPEN;
    }
    memset(s->at_most, UNBOUNDED, sizeof s->at_most);
    memset(s->rescued_as, 0, sizeof s->rescued_as);
    s->phase = WISH;
}

static void start_first_trick(State *s) {
    if (s->round == 1) s->lead = pick_member(s, (1ull << s->players) - 1);
    s->phase = PLAY, s->to_act = s->lead;
}

static void remember_at_most(State *s, int seat, int colour, int cards) {
    if (cards < s->at_most[seat][colour]) s->at_most[seat][colour] = cards;
}

static void answer_wish(State *s, int seat, int wishes) {
    s->wish[seat] = wishes ? YES : NO;
    for (int other = 0; other < s->players; other++)
        if (s->wish[other] == OPEN) return;
    uint64_t wishers = 0;
    for (int other = 0; other < s->players; other++)
        if (s->wish[other] == YES) wishers |= 1ull << other, remember_at_most(s, other, PURPLE, 0);
    if (!wishers) {
        start_first_trick(s);
        return;
    }
    s->exchanger = pick_member(s, wishers);
    s->hand[s->exchanger] |= 1ull << INFECTED_8;
    s->at_most[s->exchanger][PURPLE] = 1;
    s->phase = GIVE, s->to_act = s->exchanger;
}

static void give(State *s, int seat, int card) {
    s->hand[seat] &= ~(1ull << card), s->given = card;
    start_first_trick(s);
}

static uint64_t playable(const State *s, int seat) {
    uint64_t hand = s->hand[seat];
    if (seat == s->lead) {
        uint64_t survivors = hand & ALL_SURVIVORS;
        return s->ban && survivors ? survivors : hand;
    }
    int led = colour_of(s->played[s->lead]);
    if (led == PURPLE) return hand;
    uint64_t matching = hand & cards_of(led);
    if (!matching) return hand;
    return matching & (matching - 1) ? matching : matching | (hand & ALL_INFECTED);
}

static void rescue(State *s, int seat) {
    while (s->track[seat] > 0 && s->upper[seat] & survivors_up_to(s->track[seat])) {
        int card = -1;
        for (int value = 0; card < 0; value++) {
            uint64_t column = s->upper[seat] & ONES << value;
            if (column) card = lowest(column);
        }
        s->track[seat] -= value_of(card);
        s->upper[seat] &= ~(1ull << card), s->lower[seat] |= 1ull << card;
        s->rescued_as[card] = count(s->lower[seat]);
    }
}

static int trick_winner(const State *s, uint64_t trick) {
    int winner = -1, best = -1, seat = s->lead, led = colour_of(s->played[s->lead]);
    for (int i = 0; i < s->players; i++, seat = next_seat(s, seat)) {
        int card = s->played[seat];
        if (!(trick & ALL_INFECTED) && colour_of(card) != led) continue;
        int is_nine = card < SURVIVORS && card % VALUES == 0 && trick >> (card + VALUES - 1) & 1;
        int value = is_nine ? 9 : value_of(card);
        if (value > best || (value == best && card < SURVIVORS)) winner = seat, best = value;
    }
    return winner;
}

static void end_round(State *s) {
    int best = 0, least = 1000;
    for (int seat = 0; seat < s->players; seat++) {
        int raw = count(s->lower[seat]) + (s->track[seat] == TRACK_END ? TRACK_BONUS : 0) - count(s->lost[seat]);
        s->score[seat] = raw > 0 ? raw : 0;
        s->total[seat] += s->score[seat];
        if (s->total[seat] > best) best = s->total[seat];
        if (s->score[seat] < least) least = s->score[seat];
    }
    if (best >= TARGET || s->round == MAX_ROUNDS) {
        s->phase = OVER, s->is_stopped = best < TARGET;
        return;
    }
    uint64_t tied = 0;
    for (int seat = 0; seat < s->players; seat++)
        if (s->score[seat] == least) tied |= 1ull << seat;
    s->lead = pick_member(s, tied);
    start_round(s);
}

static void resolve_trick(State *s) {
    uint64_t trick = 0;
    for (int seat = 0; seat < s->players; seat++) trick |= 1ull << s->played[seat];
    uint64_t infected = trick & ALL_INFECTED;
    int winner = trick_winner(s, trick);
    if (infected) {
        int level = 0;
        for (uint64_t rest = infected; rest; rest &= rest - 1) level += value_of(lowest(rest));
        uint64_t fallen = s->upper[winner] & survivors_up_to(level);
        s->upper[winner] &= ~fallen, s->lost[winner] |= fallen, s->aside |= infected, s->track[winner] = 0;
    }
    s->upper[winner] |= trick & ALL_SURVIVORS;
    for (int seat = 0; seat < s->players; seat++)
        if (seat != winner && s->track[seat] + value_of(s->played[seat]) <= TRACK_END)
            s->track[seat] += value_of(s->played[seat]);
    for (int seat = 0; seat < s->players; seat++) rescue(s, seat);
    if (infected) s->ban = 0;
    s->tricks++, s->lead = s->to_act = winner;
    for (int seat = 0; seat < s->players; seat++) s->played[seat] = -1;
    if (s->tricks == TRICKS) end_round(s);
}

static void remember_play(State *s, int seat, int card) {
    int colour = colour_of(card);
    if (seat == s->lead) {
        if (colour == PURPLE && s->ban)
            for (int c = 0; c < COLOURS; c++) remember_at_most(s, seat, c, 0);
    } else {
        int led = colour_of(s->played[s->lead]);
        if (led != PURPLE && colour != led) remember_at_most(s, seat, led, colour == PURPLE ? 1 : 0);
    }
    if (s->at_most[seat][colour] != UNBOUNDED) s->at_most[seat][colour]--;
}

static void play(State *s, int seat, int card) {
    remember_play(s, seat, card);
    s->hand[seat] &= ~(1ull << card), s->hand_size[seat]--, s->played[seat] = card;
    s->to_act = next_seat(s, seat);
    if (s->to_act == s->lead) resolve_trick(s);
}

/* --- a match --- */

static int pick_card(uint64_t cards) {
    for (uint32_t k = below(count(cards)); k > 0; k--) cards &= cards - 1;
    return lowest(cards);
}

static long play_match(State *s) {
    long decisions = 0;
    start_round(s);
    for (; s->phase != OVER; decisions++) {
        if (s->phase == PLAY) {
            play(s, s->to_act, pick_card(playable(s, s->to_act)));
        } else if (s->phase == GIVE) {
            give(s, s->to_act, pick_card(s->hand[s->to_act] & ALL_SURVIVORS));
        } else {
            int seat = 0;
            while (s->wish[seat] != OPEN) seat++;
            answer_wish(s, seat, below(s->hand[seat] & ALL_INFECTED ? 1 : 2));
        }
    }
    return decisions;
}

static int winners_of(const State *s) {
    int best = -1, winners = 0;
    for (int seat = 0; seat < s->players; seat++) {
        int standing = s->total[seat] * 64 + count(s->upper[seat]);
        if (standing > best) best = standing, winners = 0;
        if (standing == best) winners |= 1 << seat;
    }
    return s->is_stopped ? 0 : winners;
}

int main(int argc, char **argv) {
    if (argc < 5 || strlen(argv[1]) != 64) {
        fprintf(stderr, "usage: %s KEY PLAYERS FIRST COUNT [winners]; KEY has 64 hexadecimal digits\n", argv[0]);
        return 2;
    }
    uint32_t base[8];
    for (int i = 0; i < 8; i++) {
        unsigned b[4];
        sscanf(argv[1] + 8 * i, "%2x%2x%2x%2x", b, b + 1, b + 2, b + 3);
        base[i] = b[0] | b[1] << 8 | b[2] << 16 | b[3] << 24;
    }
    int players = atoi(argv[2]);
    long first = atol(argv[3]), games = atol(argv[4]), decisions = 0, checksum = 0;
    clock_t begun = clock();
    for (long i = first; i < first + games; i++) {
        State s = {.players = players, .removed = -1, .lead = -1, .to_act = -1};
        uint32_t block[16];
        keystream_block(base, 0, i, block);
        memcpy(s.key, block, 32);
        rng[0] = base[0], rng[1] = 0, rng[2] = (uint32_t)i, rng[3] = 1 + ((uint64_t)i >> 32 & 0x7FFFFFFF);
        for (int k = 0; k < 12; k++) next_word();
        decisions += play_match(&s);
        int winners = winners_of(&s);
        checksum = checksum * 31 + winners;
        if (argc > 5) printf("%d\n", winners);
    }
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    fprintf(stderr, "%ld %.6f %ld\n", decisions, seconds, checksum);
    return 0;
}
