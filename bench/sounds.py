"""What the page sounds like, in figures.

`python bench/sounds.py [FOLDER]` measures each sound and, given a folder, writes it there as a wave file."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "web")]

import chromium  # noqa: E402
import hearing  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
        heard = hearing.listen(browser)
        browser.close()
    for of, sounds in heard.items():
        for one in sounds:
            print(f"{of:18} {one.name:10} {one.length:.2f} s, peak {one.peak:.2f}, silent {one.before * 1000:.0f} ms")
            if len(sys.argv) > 1:
                one.write(Path(sys.argv[1]) / f"{of}-{one.name}.wav")


if __name__ == "__main__":
    main()
