"""The page itself: the built files of the browser client, under a strict content policy."""

import mimetypes
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "web"

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Last Trick</title>
<h1>Last Trick</h1>
<p>The table server is running, but the page has not been built. <code>make play</code> builds it.
<p>Programs can play already: see <a href="/schema/openapi.json">the HTTP reference</a>.
</html>
"""


@cache
def _files(folder: Path) -> dict[str, Path]:
    """What may be served, by its path; nothing else is ever opened."""
    if not folder.is_dir():
        return {}
    return {"/" + p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}


def find(path: str, folder: Path = FOLDER) -> tuple[bytes, str, bool]:
    """The content for a path, its type, and whether it never changes. Unknown paths are the page's own."""
    files = _files(folder)
    found = files.get(path)
    if found is not None and found.name != "index.html":
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        return found.read_bytes(), kind, path.startswith("/assets/")
    index = files.get("/index.html")
    return (index.read_bytes() if index else NOT_BUILT.encode()), "text/html; charset=utf-8", False


async def serve(scope, send) -> None:
    """Answer one GET for the page."""
    if scope["method"] not in ("GET", "HEAD"):
        await _send(send, 405, b"", "text/plain", b"no-store")
        return
    content, kind, is_fixed = find(scope["path"])
    kept = b"public, max-age=31536000, immutable" if is_fixed else b"no-cache"
    await _send(send, 200, b"" if scope["method"] == "HEAD" else content, kind, kept)


async def _send(send, status: int, content: bytes, kind: str, kept: bytes) -> None:
    headers = [*HEADERS, (b"content-type", kind.encode()), (b"cache-control", kept)]
    headers.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
