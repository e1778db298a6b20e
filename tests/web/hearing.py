"""The page's sounds, made by the page's own code in a browser that renders instead of playing them."""

import base64
import json
import subprocess
import wave
from array import array
from dataclasses import dataclass
from pathlib import Path

import hatch_build
from lasttrick import games

RATE = 44100
SECONDS = 2  # longer than any sound
LISTEN = """
const strip = require("node:module").stripTypeScriptTypes, read = require("node:fs").readFileSync;
const sets = {}, games = process.argv.slice(1);
(async () => {
  sets.table = (await import("./src/lib/tones.ts")).OWN;
  for (const game of games) sets[game] = (await import(`./src/games/${game}/sounds.ts`)).sounds;
  console.log(JSON.stringify({sets, code: strip(read("src/lib/tones.ts", "utf8"))}));
})();
"""
RENDER = """async ([tones, rate, seconds]) => {
  const context = new OfflineAudioContext(1, rate * seconds, rate);
  for (const tone of tones) window.sing_(context, tone);
  const heard = (await context.startRendering()).getChannelData(0);
  return btoa(Array.from(new Uint8Array(heard.buffer), byte => String.fromCharCode(byte)).join(""));
}"""


@dataclass
class Heard:
    """One sound as a loudspeaker would get it."""

    name: str
    samples: array

    @property
    def peak(self) -> float:
        return max(map(abs, self.samples))

    @property
    def length(self) -> float:
        """Seconds until it can no longer be heard: sixty decibels below full."""
        return max((i + 1 for i, value in enumerate(self.samples) if abs(value) > 0.001), default=0) / RATE

    @property
    def before(self) -> float:
        """Seconds of silence before it begins."""
        return next((i for i, value in enumerate(self.samples) if abs(value) > 0.001), len(self.samples)) / RATE

    def write(self, path: Path) -> None:
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(array("h", (int(max(-1, min(1, value)) * 32767) for value in self.samples)).tobytes())


def tones() -> tuple[dict[str, dict[str, list]], str]:
    """Every sound, of the table and of each game, and the code that makes them audible."""
    node, _ = hatch_build.npm()
    command = [node, "--experimental-strip-types", "--no-warnings", "-e", LISTEN, *games.OURS]
    told = subprocess.run(command, cwd=hatch_build.WEB, check=True, capture_output=True, text=True)
    found = json.loads(told.stdout)
    return found["sets"], found["code"]


def listen(browser) -> dict[str, list[Heard]]:
    """The sounds of the table and of each game."""
    sets, code = tones()
    page = browser.new_page()
    page.goto("about:blank")
    page.add_script_tag(content=f"{code}\nwindow.sing_ = sing;", type="module")
    page.wait_for_function("() => window.sing_")
    heard = {of: [Heard(name, _render(page, parts)) for name, parts in set_.items()] for of, set_ in sets.items()}
    page.close()
    return heard


def _render(page, parts: list) -> array:
    samples = array("f")
    samples.frombytes(base64.b64decode(page.evaluate(RENDER, [parts, RATE, SECONDS])))
    return samples
