"""Data files: read whole or refused with a sentence that says where."""

import json

import pytest

from lasttrick import LastTrickError
from lasttrick.core.data import _object, check_bounds, read_data_file, read_json


def test_a_data_file_is_read(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"max_days": 2}')
    assert read_data_file(str(path)) == {"max_days": 2}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(
            b"{\n nonsense",
            "in line 2, column 2.",
            id="broken",
        ),
        pytest.param(b"\xff\xfe", "odd.json cannot be read as text: ", id="not text"),
        pytest.param(b" " * 32_769, "odd.json is longer than 32768 bytes", id="too long"),
        pytest.param(b'{"a": 1, "a": 2}', "has the key 'a' twice", id="a key twice"),
        pytest.param(b"[" * 20_000, "nested too deeply", id="nested"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path, content, sentence):
    path = tmp_path / "odd.json"
    path.write_bytes(content)
    with pytest.raises(LastTrickError) as error:
        read_data_file(str(path))
    assert sentence in str(error.value)


@pytest.mark.parametrize("name", ["nowhere.json", "/dev/zero", "."])
def test_only_json_files_are_opened(name):
    with pytest.raises(LastTrickError, match=r"There is no data file '.*'; give the path of a"):
        read_data_file(name)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("[" * 10 + "]" * 10, "nested too deeply", id="a little too deep"),
        pytest.param(json.dumps("x" * 301), "a text of 301 letters; 300 are the most", id="a long text"),
        pytest.param("1" * 5000, "a number of 5000 digits", id="a giant number"),
        pytest.param("[" + "1," * 17_000 + "1]", "longer than 32768 bytes", id="a long list"),
    ],
)
def test_data_has_bounds(text, sentence):
    with pytest.raises(LastTrickError, match=sentence):
        read_json(text)


@pytest.mark.parametrize(
    "value",
    [
        [1] * 20_000,
        {str(i): "x" * 50 for i in range(1000)},
        [[[[[[[[[[1]]]]]]]]]],
        10**9,
        {"a": "x" * 301},
        {"x" * 301: 1},
    ],
)
def test_a_structure_has_the_same_bounds_as_its_text(value):
    with pytest.raises(LastTrickError):
        check_bounds(value, "data")


def test_many_different_keys_are_looked_at_once():
    """Each key was compared with every other: of 16,000 steps this took 10,000,000."""
    pairs = [(Counted(str(i)), 1) for i in range(2000)]
    Counted.compared = 0
    _object(pairs)
    assert Counted.compared < 20_000


class Counted(str):
    """A text that counts how often it is compared."""

    compared = 0

    def __eq__(self, other):
        Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__
