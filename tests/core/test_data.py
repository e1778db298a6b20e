"""Data files: read whole or refused with a sentence that says where."""

import pytest

from lasttrick import LastTrickError
from lasttrick.core.data import read_data_file


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
        pytest.param(b" " * 100_001, "odd.json is longer than 100000 bytes", id="too long"),
        pytest.param(b'{"a": 1, "a": 2}', "has the key 'a' twice", id="a key twice"),
        pytest.param(b"[" * 50_000, "nested too deeply", id="nested"),
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
