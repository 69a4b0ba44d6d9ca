"""Entity tags: an answer that has not changed is not sent again."""

import hashlib
from typing import Any

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response


class Written(Response):
    """An answer whose text is known already: its tag was taken from it."""

    def __init__(self, body: dict[str, Any], written: str, status: int, tag: str) -> None:
        super().__init__(body, status, headers={"ETag": tag})
        self._written = written

    @property
    def rendered_content(self) -> str:
        self["Content-Type"] = JSONRenderer.media_type
        return self._written


def tagged(request: Request, body: dict[str, Any], *, start: str, status: int = 200) -> Response:
    """Return the answer under an ETag that begins with `start`; 304 without a body when the client has it.

    The rest of the tag is taken from the whole body, so it stands for viewer and language as well.
    """
    written = JSONRenderer().render(body)
    tag = f'"{start}-{hashlib.sha256(written).hexdigest()[:20]}"'
    if request.method in {"GET", "HEAD"} and tag in _known(request):
        return Response(status=304, headers={"ETag": tag})
    return Written(body, written.decode(), status, tag)


def _known(request: Request) -> set[str]:
    """Return the tags of If-None-Match, weak ones as strong: the comparison is the weak one."""
    header = request.headers.get("If-None-Match", "")
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}
