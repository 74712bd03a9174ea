"""The reference of the addresses: made of the OpenAPI document that the server gives out at /schema/openapi.json."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from msgspec import to_builtins

from banca.house.house import House
from banca.house.people import People
from banca.house.store import IN_MEMORY, open_store
from banca.server.app import create_app
from banca.server.openapi import ALWAYS, WHY
from manual.markdown import code, plain, shallow, table
from roles import allowed

Document = Mapping[str, Any]
HEAD = """# HTTP

Every address of a running server. Programs read the same as an OpenAPI document at `/schema/openapi.json` or `/schema/openapi.yaml` of the server. Bodies and
answers are JSON; money is in avos where a number has no other unit. Refusals are `application/problem+json` with `code`, `cite` and `detail`; the
[codes](refusals.md) are stable. `Accept-Language` chooses the language of sentences: en, pt or zh. [Who may do what](../who-may-do-what.md) has all roles in one table.

Any address may refuse with these, and names only others:

"""
OBJECTS = """# HTTP: bodies and answers

The objects that [the addresses](http.md) take and give, by their names. A field marked with * is always there.

"""
FIELDS = ("description", "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "maxItems", "default")
ROLES = ("nobody", "player", "croupier", "supervisor", "inspector")
NAME = re.compile(r"[^a-z0-9]+")


def http_pages() -> dict[str, str]:
    """Every address by what it is about; and on another page every object that goes in or comes out."""
    house = House(open_store(IN_MEMORY))
    document: Document = to_builtins(create_app(house, People(house)).openapi_schema.to_schema())
    groups: dict[str, list[str]] = {}
    for path, item in sorted(document["paths"].items()):
        for method, operation in item.items():
            groups.setdefault(operation["tags"][0], []).append("".join(_operation(path, method.upper(), operation)))
    always = table(["status", "why"], [[str(status), plain(WHY[HTTPStatus(status)])] for status in ALWAYS])
    said = "".join(f"## {plain(name.capitalize())}\n\n{''.join(texts)}" for name, texts in sorted(groups.items()))
    schemas = document["components"]["schemas"]
    objects = "".join(_schema(name, schemas[name]) for name in sorted(schemas))
    return {
        "reference/http.md": shallow(2) + HEAD + always + said,
        "reference/http-objects.md": shallow(1) + OBJECTS + objects,
    }


def _operation(path: str, method: str, operation: Document) -> Iterator[str]:
    yield f"({_anchor(f'{method} {path}')})=\n### `{method} {path}`\n\n"
    yield f"{plain(operation['summary'])}.\n\n"
    if about := operation.get("description"):
        yield "".join(f"{_prose(part)}\n\n" for part in about.split("\n\n"))
    if may := allowed(method, path):
        yield f"For: {_roles(may)}.\n\n"
    if rows := [_parameter(one) for one in operation.get("parameters", ())]:
        yield table(["parameter", "in", "type", "about"], rows)
    if body := operation.get("requestBody"):
        yield f"Body: {_contents(body['content'])}.\n\n"
    for status, answer in operation["responses"].items():
        if int(status) < HTTPStatus.BAD_REQUEST:
            held = _contents(answer.get("content", {}))
            yield f"Answers {status}{f': {held}' if held else ''}.\n\n"
    others = [status for status in operation["responses"] if int(status) >= HTTPStatus.BAD_REQUEST]
    if refused := [status for status in others if int(status) not in ALWAYS]:
        yield (
            "Refuses: "
            + "; ".join(f"{status} {plain(operation['responses'][status]['description'])}" for status in refused)
            + "\n\n"
        )


def _roles(may: Sequence[str]) -> str:
    """Who may use an address."""
    if set(may) == {"yes"}:
        return "everybody"
    if may[1] not in ("yes", "-"):
        return "[whom the act is for](../who-may-do-what.md#at-a-table)" if may[1] == "see below" else plain(may[1])
    return ", ".join(role for role, one in zip(ROLES, may, strict=True) if one == "yes") or "nobody"


def _parameter(one: Document) -> list[str]:
    schema = one.get("schema", {})
    name = code(one["name"]) + ("\\*" if one.get("required") else "")
    return [name, one["in"], _kind(schema), _notes({**schema, "description": one.get("description", "")})]


def _contents(content: Document) -> str:
    return " or ".join(f"{_kind(one.get('schema', {}))} ({code(kind)})" for kind, one in content.items())


def _schema(name: str, schema: Document) -> str:
    """An object with its fields; of any other kind, what it may be."""
    head = f"({_anchor(f'schema {name}')})=\n## {plain(name)}\n\n"
    about = f"{_prose(schema['description'])}\n\n" if schema.get("description") else ""
    if "properties" not in schema:
        return head + about + f"{_kind({**schema, 'title': ''})} {_notes({**schema, 'description': ''})}\n\n"
    always = set(schema.get("required", ()))
    rows = [
        [code(field) + ("\\*" if field in always else ""), _kind(one), _notes(one)]
        for field, one in schema["properties"].items()
    ]
    return head + about + table(["field", "type", "about"], rows)


def _kind(schema: Document) -> str:
    """The type of a value; an object that has a name is a link to it."""
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        return f"[{plain(name)}](#{_anchor(f'schema {name}')})"
    for key in ("oneOf", "anyOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(map(_kind, schema[key])))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    kind = schema.get("type", "anything")
    return " or ".join(map(str, kind)) if isinstance(kind, list) else str(kind)


def _notes(schema: Document) -> str:
    """What else is said of a value."""
    said = []
    for name in FIELDS:
        value = schema.get(name)
        if value in (None, "", [], {}):
            continue
        if name == "description":
            said.append(_prose(str(value)))
        elif name == "enum":
            said.append("one of " + ", ".join(code(json.dumps(one, ensure_ascii=False)) for one in schema[name]))
        elif isinstance(value, float) and value.is_integer():
            said.append(f"{name} {code(str(int(value)))}")
        else:
            said.append(f"{name} {code(json.dumps(value, ensure_ascii=False))}")
    return "; ".join(said)


def _prose(text: str) -> str:
    """A description: what is between backticks stays code."""
    parts = text.split("`")
    return "".join(code(part) if place % 2 else plain(part).join(_edges(part)) for place, part in enumerate(parts))


def _edges(text: str) -> tuple[str, str]:
    return (" " if text[:1].isspace() else "", " " if text[-1:].isspace() and text.strip() else "")


def _anchor(name: str) -> str:
    return NAME.sub("-", name.lower()).strip("-")
