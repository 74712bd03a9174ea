"""What every address says of itself in the OpenAPI document: how it may refuse, and how one is authenticated."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from http import HTTPStatus
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, OpenAPIType, Schema, SecurityRequirement, SecurityScheme
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from msgspec import NODEFAULT, UNSET, UnsetType, structs

from banca.i18n import LocalizedText
from banca.i18n.answer import AnswerStruct, Clauses, DecimalNumber, Money, json_names
from banca.rules import Citation, Code, Message, Odds, Text
from banca.server.auth import COOKIE, ONLY_HERE
from banca.server.problems import PROBLEM, Problem

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator

SCHEMES = Components(
    security_schemes={
        "bearer": SecurityScheme(type="http", scheme="bearer", description="A token from POST /api/v1/tokens."),
        "session": SecurityScheme(
            type="apiKey",
            security_scheme_in="cookie",
            name=COOKIE,
            description=f"The cookie from POST /api/v1/login, over HTTPS {ONLY_HERE}{COOKIE}; changes also need the header X-CSRF-Token.",
        ),
    }
)
SECURITY: list[SecurityRequirement] = [{"bearer": []}, {"session": []}]

WHY = {
    HTTPStatus.BAD_REQUEST: "The request cannot be read.",
    HTTPStatus.UNAUTHORIZED: "You are not logged in, or the password is wrong.",
    HTTPStatus.FORBIDDEN: "Not allowed for your role, with a one-time password, or without X-CSRF-Token.",
    HTTPStatus.NOT_FOUND: "It does not exist.",
    HTTPStatus.CONFLICT: "Not possible in the current state, or it already exists.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is too large.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The body is not JSON.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Understood, but against the rules.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many requests; Retry-After says how many seconds to wait.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The store does not respond, or the server is shutting down; send the command again with the same id.",
}
MONEY_TEXT = r"^-?(\d+(\.\d\d)?|\d+/\d+)$"
WRITTEN: dict[type, Schema] = {
    Fraction: Schema(type=OpenAPIType.STRING, pattern=r"^-?\d+(/\d+)?$", description="An exact fraction."),
    Money: Schema(type=OpenAPIType.STRING, pattern=MONEY_TEXT, description="Patacas; a fraction if finer than an avo."),
    DecimalNumber: Schema(type=OpenAPIType.STRING, pattern=r"^([+-]?\d+(\.\d+)?)?$", description="A rounded number."),
    Citation: Schema(type=OpenAPIType.STRING, description="A clause: the game and its number, or a reading."),
    Clauses: Schema(type=OpenAPIType.STRING, description="Clauses, separated by commas."),
    Odds: Schema(
        type=OpenAPIType.ARRAY,
        items=Schema(type=OpenAPIType.INTEGER),
        min_items=2,
        max_items=2,
        description="The prize and the stake it is paid for.",
    ),
}
"""How values that JSON does not know are written in it; what is said in the reader's language is a text."""
SPOKEN = (Code, Text, Message, LocalizedText)


class AnswerSchemas(OpenAPISchemaPlugin):
    """Describes answers and their values as `banca.i18n.answer` writes them."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether it is an answer, or a value that only answers have."""
        kind = field_definition.annotation
        return isinstance(kind, type) and (kind in WRITTEN or issubclass(kind, (*SPOKEN, AnswerStruct)))

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: "SchemaCreator") -> Schema:
        """What it looks like in JSON; a field that may be left out is not required."""
        kind = field_definition.annotation
        if not issubclass(kind, AnswerStruct):
            return WRITTEN.get(kind, Schema(type=OpenAPIType.STRING))
        kinds = {name: _kind_of(attribute, kind) for name, attribute in json_names(kind).items()}
        parts = {name: FieldDefinition.from_annotation(hint, name=name) for name, hint in kinds.items()}
        required = sorted(kinds.keys() - _optional(kind, kinds))
        return schema_creator.create_component_schema(field_definition, required=required, property_fields=parts)


def _optional(kind: type[AnswerStruct], kinds: Mapping[str, Any]) -> set[str]:
    """What JSON may lack: fields left at a default that says nothing, and computed values that may say nothing, or be None where None is left out."""
    omits = kind.__struct_config__.omit_defaults
    defaults = kind.__struct_defaults__
    with_default = kind.__struct_fields__[len(kind.__struct_fields__) - len(defaults) :]
    unsaid = {
        field
        for field, default in zip(with_default, defaults, strict=True)
        if default is not NODEFAULT and (omits or default is UNSET)
    }
    computed = {
        attribute
        for name, attribute in json_names(kind).items()
        if attribute.isidentifier() and attribute not in kind.__struct_fields__
        if UnsetType in get_args(kinds[name]) or (omits and NoneType in get_args(kinds[name]))
    }
    return {name for name, attribute in json_names(kind).items() if attribute in unsaid | computed}


def _kind_of(attribute: str, owner: type) -> Any:  # an annotation
    """The type of a field or a property, or of one of a part."""
    first, _, rest = attribute.partition(".")
    attribute_value = getattr(owner, first, None)
    if isinstance(attribute_value, property | cached_property):
        read = attribute_value.fget if isinstance(attribute_value, property) else attribute_value.func
        hint = get_type_hints(read, include_extras=True)["return"]
    else:
        # One annotation by itself: another of the class may name a type of an extra that is not installed.
        base = next(base for base in owner.__mro__ if first in vars(base).get("__annotations__", ()))
        alone = type(
            base.__name__,
            (),
            {"__module__": base.__module__, "__annotations__": {first: vars(base)["__annotations__"][first]}},
        )
        hint = get_type_hints(alone, include_extras=True)[first]
        if isinstance(hint, TypeVar):  # what a class below puts in its place
            hint = next(field.type for field in structs.fields(owner) if field.name == first)
    return _kind_of(rest, hint) if rest else hint


ALWAYS = (400, 401, 403, 429, 503)
BODY = (413, 415)
NOTHING = ResponseSpec(data_container=None, description="Done; no content.")


def refuses(*statuses: int) -> dict[int, ResponseSpec]:
    """How an address may refuse, beside what any may."""
    return {
        status: ResponseSpec(
            data_container=Problem,
            description=WHY[HTTPStatus(status)],
            media_type=PROBLEM,
            generate_examples=False,
        )
        for status in sorted({*ALWAYS, *statuses})
    }
