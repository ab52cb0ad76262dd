"""Shared by the controllers: descriptions of refusals and messages for the API schema, and encoded responses."""

from typing import Any

from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec

from saloon.server.actions.broadcast import encode
from saloon.server.errors import Problem

JSON = "application/json"
JSON_LINES = "application/x-ndjson"
PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description="Refused, with a code and a reason.")
    for status in (400, 401, 403, 404, 405, 409, 413, 415, 429, 503)
}
MESSAGE = {200: ResponseSpec(dict[str, Any], generate_examples=False, description="See /api/messages."), **PROBLEMS}
"""Responses that are socket messages too."""

HttpRequest = Request[Any, Any, Any]


def message_response(message: Any) -> Response[bytes]:
    """Return a message as the socket would send it."""
    return Response(encode(message), media_type=JSON)
