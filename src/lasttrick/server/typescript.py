"""TypeScript types for the page, made from the structs: `python -m lasttrick.server.typescript` rewrites the file.

Small on purpose: it knows the few kinds of JSON schema that our structs give. A test compares the file with what this
would write, so the page and the server cannot drift apart.
"""

import inspect
from pathlib import Path
from types import UnionType
from typing import Any, get_args

import msgspec

from lasttrick.server import api, protocol

FILE = Path(__file__).parents[3] / "web" / "src" / "protocol.ts"

HEAD = """// Made by `python -m lasttrick.server.typescript` from lasttrick.server.protocol and .api. Do not edit.

"""

_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def structs() -> list[type]:
    """Every struct of the protocol and of the HTTP part, in the order of their sources."""
    found = []
    for module in (protocol, api):
        for value in vars(module).values():
            if inspect.isclass(value) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:
                found.append(value)
    return found


def types() -> str:
    """The whole TypeScript file."""
    _, components = msgspec.json.schema_components(structs(), ref_template="{name}")
    parts = [_interface(struct, components[struct.__name__]) for struct in structs()]
    parts.append(_union("ClientMessage", protocol.ClientMessage))
    parts.append(_union("ServerMessage", protocol.ServerMessage))
    parts.append(f"export const PROTOCOL = {protocol.PROTOCOL};\nexport const MOST_BYTES = {protocol.MOST_BYTES};\n")
    return HEAD + "\n".join(parts)


def _interface(struct: type, schema: dict) -> str:
    lines = [f"/** {_sentence(struct)} */", f"export interface {struct.__name__} {{"]
    for name, kind in schema["properties"].items():
        optional = "" if name in schema.get("required", []) or _is_sent_always(struct) else "?"
        lines.append(f"  {name}{optional}: {_type(kind)};")
    return "\n".join([*lines, "}", ""])


def _is_sent_always(struct: type) -> bool:
    """What the server sends is complete; what it takes may leave out fields with defaults."""
    return not struct.__struct_config__.forbid_unknown_fields  # type: ignore[attr-defined]


def _sentence(struct: type) -> str:
    return " ".join((struct.__doc__ or "").split())


def _union(name: str, union: UnionType) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {member.__name__}" for member in get_args(union)) + ";\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return schema["$ref"]
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(member) for member in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(_values(schema))}>"
    return _SIMPLE[kind] if kind else "unknown"


def _values(schema: dict) -> dict:
    values = schema.get("additionalProperties", {})
    return values if isinstance(values, dict) else {}


def _literal(value) -> str:
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else str(value)


def main() -> None:
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(types(), encoding="utf-8")
    print(f"Wrote {FILE}.")


if __name__ == "__main__":
    main()
