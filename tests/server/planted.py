"""Leaks planted on purpose, one for each way in which a card game has been known to tell too much."""

from contextlib import ExitStack, contextmanager
from unittest import mock

import msgspec

from lasttrick.core.story import CHANCE
from lasttrick.core.words import event_json
from lasttrick.server import connection, protocol, replay
from lasttrick.server.connection import Connection
from lasttrick.server.foresight import Foresight
from lasttrick.server.frames import frame
from lasttrick.server.table import Story, Table


def secret_number(match) -> int:
    """Something that depends on hidden cards alone, as a leak would."""
    state = match.state.copy()
    state.key[:] = 0
    return sum(state.tobytes()[i] * (i + 1) for i in range(state.nbytes)) % 9973


def _after(owner, name: str, change):
    """A patch that changes what a method gives."""
    first = getattr(owner, name)

    def changed(self, *given, **more):
        return change(self, first(self, *given, **more), *given)

    return mock.patch.object(owner, name, changed)


def _view(update) -> dict:
    return msgspec.json.decode(update.view)


def view_field():
    return _after(Table, "update_for", lambda t, u, seat: _put(u, "view", {**_view(u), "deck": secret_number(t.match)}))


def undo_stack():
    def change(table, update, seat):
        undo = table.game.notation.write(table.match.state)
        return _put(update, "view", {**_view(update), "undo": [v for k, v in undo.items() if k != "chance"]})

    return _after(Table, "update_for", change)


def log_of_everything():
    def tell_all(self) -> None:
        match, lines = self.match, []
        for line in match.story:
            told = event_json(match.game, match.state, line)
            lines.append((line[0] or 0x1FF, msgspec.Raw(msgspec.json.encode({"key": str(line[1]), "facts": told}))))
            assert line[1] < CHANCE or line[2]
        self.past.append(Story(lines))

    return mock.patch.object(Table, "_note_story", tell_all)


def error_text():
    def change(table, answer, *_):
        return _put(answer, "sentence", f"{answer.sentence} {secret_number(table.match)}")

    return _after(Table, "illegal", change)


def legal_lists_of_others():
    def change(table, update, seat):
        counts = [[s, len(table.legal.get(s, [])), secret_number(table.match)] for s in table.legal if s != seat]
        return _put(update, "acting", [*update.acting, *counts])

    return _after(Table, "update_for", change)


def order_of_choices():
    def change(table, update, seat):
        seats = _view(update)["seats"]
        turn = secret_number(table.match) % len(seats)
        return _put(update, "view", {**_view(update), "seats": seats[turn:] + seats[:turn]})

    return _after(Table, "update_for", change)


def timing_field():
    def change(table, update, seat):
        return _put(update, "clock", protocol.Clock({0: secret_number(table.match)}))

    return _after(Table, "update_for", change)


def replay_of_all():
    first = replay._story
    return mock.patch.object(
        replay, "_story", lambda match, eyes: [*first(match, eyes), protocol.Event("deal", {"n": secret_number(match)})]
    )


def seed():
    return _after(Table, "info", lambda t, info: _put(info, "options", {**info.options, "seed": t.record.seed}))


def chat():
    first = connection.insert_chat

    def insert(table, line):
        line.text = f"{line.text} {chat_number[0]}"
        return first(table, line)

    chat_number = [0]

    def remember(table, *_):
        chat_number[0] = secret_number(table.match)
        return _

    both = ExitStack()
    both.enter_context(mock.patch.object(connection, "insert_chat", insert))
    both.enter_context(_after(Table, "next_line", lambda t, number: (remember(t), number)[1]))
    return both


def reconnect():
    def change(conn, welcome, *_):
        if welcome.past:
            welcome.past[0] = protocol.Past(secret_number(conn.table.match), [])
        return welcome

    return _after(Connection, "_welcome", change)


def bot_that_peeks():
    first = Connection._advise

    async def advise(self, id):
        seen, shown = self.table.eyes.view, self.table.match.states.copy()
        shown[0].key[:] = 0
        self.table.eyes.view = lambda seat: shown
        try:
            await first(self, id)
        finally:
            self.table.eyes.view = seen

    return mock.patch.object(Connection, "_advise", advise)


def foresight_that_peeks():
    first = Foresight.of

    async def of(self, id, seat, looking):
        answer = await first(self, id, seat, looking)
        return _put(answer, "now", [protocol.Fact("points", {"points": secret_number(self._table.match)}, True)])

    return mock.patch.object(Foresight, "of", of)


def padding():
    first = Table.tell_update

    def told(self) -> None:
        for socket in self.sockets:
            data = msgspec.json.encode(self.update_for(socket.seat))
            socket.wire.tell(frame(data + b" " * (secret_number(self.match) % 50)))

    assert first
    return mock.patch.object(Table, "tell_update", told)


def extra_message():
    def change(table, *_):
        if secret_number(table.match) % 2:
            table.tell_table()

    return _after(Table, "tell_update", change)


def illegal_depends_on_others():
    def change(table, answer, id, seat, action):
        held = table.match.state.tobytes().count(action % 251)
        return _put(answer, "facts", {**answer.facts, "held": held, "n": secret_number(table.match)})

    return _after(Table, "illegal", change)


def _put(struct, name: str, value):
    setattr(struct, name, value)
    return struct


PLANTED = {
    "undo": undo_stack,
    "log": log_of_everything,
    "error text": error_text,
    "legal lists of others": legal_lists_of_others,
    "order": order_of_choices,
    "timing field": timing_field,
    "replay": replay_of_all,
    "seed": seed,
    "chat": chat,
    "reconnect": reconnect,
    "bot hints": bot_that_peeks,
    "foresight": foresight_that_peeks,
    "view field": view_field,
    "padding": padding,
    "number of messages": extra_message,
    "facts of a refusal": illegal_depends_on_others,
}


@contextmanager
def planted(name: str):
    with PLANTED[name]():
        yield
