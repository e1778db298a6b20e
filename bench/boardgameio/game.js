// A four-player trick-taking game of about the size of 10 Tricks Later: 40 cards, ten tricks a deal, follow if you can.
'use strict';
const DEALS = 5;
const colour = (card) => Math.floor(card / 10);

function deal(G, random) {
  const deck = random.Shuffle([...Array(40).keys()]);
  G.hand = [0, 1, 2, 3].map((seat) => deck.slice(seat * 10, seat * 10 + 10).sort((a, b) => a - b));
}

function legal(hand, trick) {
  const follow = trick.length ? hand.filter((card) => colour(card) === colour(trick[0].card)) : [];
  return follow.length ? follow : hand;
}

function gather(G, random) {
  const led = colour(G.trick[0].card);
  const best = G.trick.filter((t) => colour(t.card) === led).reduce((a, b) => (b.card > a.card ? b : a));
  G.piles[best.seat].push(...G.trick.map((t) => t.card));
  G.next = best.seat;
  G.trick = [];
  if (G.hand.every((hand) => hand.length === 0) && G.deals < DEALS) {
    G.deals += 1;
    G.piles = [[], [], [], []];
    deal(G, random);
  }
}

const Trick = {
  name: 'trick',
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ random }) => {
    const G = { hand: [], piles: [[], [], [], []], trick: [], next: 0, deals: 1 };
    deal(G, random);
    return G;
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hand: G.hand.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.next, next: ({ G }) => G.next } },
  moves: {
    play: {
      client: false, // its documented way for moves on secret state
      move: ({ G, random, playerID }, card) => {
        const seat = Number(playerID);
        const hand = G.hand[seat];
        if (!legal(hand, G.trick).includes(card)) return 'INVALID_MOVE';
        hand.splice(hand.indexOf(card), 1);
        G.trick.push({ seat, card });
        if (G.trick.length === 4) gather(G, random);
        else G.next = (seat + 1) % 4;
      },
    },
  },
  endIf: ({ G }) => (G.deals === DEALS && G.hand.every((h) => h.length === 0) ? { piles: G.piles } : undefined),
};

module.exports = { Trick, legal };
