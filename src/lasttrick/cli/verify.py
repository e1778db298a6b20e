"""`lasttrick verify`: was this match dealt fairly, and played by the rules?"""

import json
from pathlib import Path
from typing import Annotated

import typer

from lasttrick.cli.options import Json
from lasttrick.cli.replay import read_text


def verify(
    file: Annotated[Path, typer.Argument(help="A match file, as downloaded from a table after the match.")],
    as_json: Json = False,
) -> None:
    """Recompute a match file: the commitment, the seed from secret and words, every deal and every decision."""
    from lasttrick.cli.extras import need_server

    need_server("Verifying a match")
    import msgspec

    from lasttrick.core.about import shown
    from lasttrick.server.replay import HEX
    from lasttrick.server.replay import verify as recompute

    found = recompute(read_text(file))
    if as_json:
        print(json.dumps(msgspec.to_builtins(found), indent=1))
    else:
        print(f"Commitment {found.commitment}: {_word(found.commitment_agrees)} with the secret.")
        seed = found.seed if HEX.fullmatch(found.seed) else shown(found.seed)
        print(f"Seed {seed}: {_word(found.seed_agrees)} with the secret and {len(found.words)} words.")
        print(f"Match: all {found.decisions} decisions follow from the seed by the rules{_end(found.match_agrees)}.")
    if not (found.commitment_agrees and found.seed_agrees and found.match_agrees):
        raise typer.Exit(1)


def _word(agrees: bool) -> str:
    return "agrees" if agrees else "DOES NOT AGREE"


def _end(is_over: bool) -> str:
    return ", to the end" if is_over else ", but the match does NOT reach its end"
