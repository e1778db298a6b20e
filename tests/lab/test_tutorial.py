"""The designer's tutorial: its commands give what the page prints, and its figure. `make tutorial` writes both anew."""

import contextlib
import io
import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial" / "a-rule-in-question.md"
FIGURE = PAGE.parent / "figures" / "rescue.svg"
BLOCK = re.compile(r"(```python\n(.*?)```\n)(?:\n((?:    [^\n]*\n|PRINTED[^\n]*\n)+))?", re.DOTALL)


def follow() -> tuple[str, str]:
    """Do what the page says; gives the page as it should be, and the figure."""
    space: dict = {}

    def again(block: re.Match) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(block[2], space)
        indented = "\n".join(f"    {line}".rstrip() for line in out.getvalue().rstrip().splitlines())
        return block[1] + (f"\n{indented}\n" if indented else "")

    page = BLOCK.sub(again, PAGE.read_text(encoding="utf-8"))
    return page, (space["folder"] / "rescue" / "figures" / "differences-1.svg").read_text(encoding="utf-8")


def test_the_page_and_its_figure_are_what_the_commands_make():
    page, figure = follow()
    assert page == PAGE.read_text(encoding="utf-8")
    assert figure == FIGURE.read_text(encoding="utf-8")


if __name__ == "__main__":
    page, figure = follow()
    PAGE.write_text(page, encoding="utf-8")
    FIGURE.write_text(figure, encoding="utf-8")
