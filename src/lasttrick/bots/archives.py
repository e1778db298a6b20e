"""Archives of arrays in which trained bots are kept: .npz without pickled objects, opened with suspicion."""

import zipfile
from pathlib import Path

import numpy as np

from lasttrick.core.about import listed
from lasttrick.core.errors import LastTrickError

SUFFIX = ".npz"
MOST_BYTES = 256 << 20


def changed_at(path: str | Path, what: str) -> int:
    """When the file was changed last; one sentence if there is none. `what` says what it should be: "an agent's"."""
    file = Path(path)
    if not file.is_file():
        raise LastTrickError(f"There is no {_bare(what)} file {str(path)!r}.")
    return file.stat().st_mtime_ns


def read_arrays(path: str | Path, what: str, form: str, wanted) -> dict[str, np.ndarray]:
    """The arrays of an archive; what is damaged, too large, of another format or not whole is refused."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_BYTES:
                raise LastTrickError(f"{path} holds more than {MOST_BYTES >> 20} MB; this is not {what} file.")
        with np.load(path, allow_pickle=False) as data:
            found = dict(data)
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise LastTrickError(f"{path} is not {what} file, or damaged: {error}.") from None
    check_arrays(str(path), found, what, form, wanted)
    return found


def check_arrays(name: str, data: dict, what: str, form: str, wanted) -> None:
    """Refuse arrays of another format, or of which some are missing."""
    missing = [key for key in ("format", *wanted) if key not in data]
    if missing or str(data["format"]) != form:
        raise LastTrickError(f"{name} is not {what} file: it lacks {listed(missing or ['format ' + form])}.")


def check_name(path: str | Path, what: str) -> None:
    """Refuse a name by which the file would not be found to be an archive."""
    if Path(path).suffix != SUFFIX:
        raise LastTrickError(f"{what[0].upper()}{what[1:]} file ends in {SUFFIX}; {path} does not.")


def write_arrays(path: str | Path, what: str, data: dict) -> None:
    """Write an archive: all of it, or nothing."""
    check_name(path, what)
    file = Path(path)
    part = file.with_name(f".{file.name}.part{SUFFIX}")
    try:
        np.savez_compressed(part, **data)
        part.replace(file)
    except OSError as error:
        raise LastTrickError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


def holds(path: str | Path, array: str) -> bool:
    """Whether a file is an archive with an array of this name."""
    try:
        with zipfile.ZipFile(path) as archive:
            return f"{array}.npy" in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _bare(what: str) -> str:
    """`an agent's` without its article."""
    return what.partition(" ")[2]
