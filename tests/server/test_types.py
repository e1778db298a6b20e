"""The page's types are the server's structs."""

from lasttrick.server import typescript


def test_the_types_of_the_page_are_up_to_date():
    assert typescript.FILE.read_text() == typescript.types(), "run: python -m lasttrick.server.typescript"


def test_every_struct_has_a_sentence_of_its_own():
    for struct in typescript.structs():
        assert struct.__doc__, struct
        assert struct.__doc__.endswith("."), struct


def test_messages_are_told_apart_by_their_type():
    text = typescript.types()
    assert '  type: "act";' in text
    assert "export type ClientMessage =\n  | Hello\n  | Act" in text
    assert "legal: Choice[];" in text
    assert "clock: Clock | null;" in text
