"""Errors meant for people: one clear sentence that says what is wrong and what would be right."""


class LastTrickError(Exception):
    """Anything wrong with what was asked of us; its text is shown to the person as it is."""


class IllegalAction(LastTrickError):
    """An action that the rules do not allow now, with the clause it breaks and the facts that clause rests on."""

    def __init__(self, sentence: str, clause: str, facts: dict | None = None):
        super().__init__(f"{sentence} ({clause})" if clause else sentence)
        self.sentence = sentence
        self.clause = clause
        self.facts = facts or {}
