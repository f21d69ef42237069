"""Annotated chapters in the browser: the document of ``houseway rules --annotated``, and its rounds as files."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import NamedTuple

from fastapi import HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from houseway.register import chapters
from houseway.web.page_pool import in_page_pool
from houseway.web.pages import House


def add_to(house: House) -> None:
    """Add a page for each chapter, and a file for each round it shows, dated with the day the server starts."""
    day = datetime.fromtimestamp(house.server.clock.now(), UTC).date()
    # Making a chapter takes seconds of a processor: one at a time, in one thread, and each once.
    making = asyncio.Lock()

    async def made(id: str) -> _Made:
        async with making:
            return await in_page_pool(_made, id, day)

    def add_chapter(id: str) -> None:
        @house.get(f"/rules/{id}")
        async def annotated(request: Request) -> Response:
            house.visitor(request)
            document = await made(id)
            return HTMLResponse(document.page, headers={"content-security-policy": document.policy})

        @house.get(f"/rules/{id}/rounds/{{name}}.json")
        async def round_file(request: Request, name: str) -> Response:
            house.visitor(request)
            document = await made(id)
            if name not in document.rounds:
                raise HTTPException(404, f"Chapter {id} shows no round {name[:20]!r}.")
            headers = {"content-disposition": f'attachment; filename="{id}-{name}.json"'}
            return Response(document.rounds[name], media_type="application/json", headers=headers)

    for id in chapters():
        add_chapter(id)


class _Made(NamedTuple):
    """The page of a chapter, the policy that lets it use its style sheet, and its rounds as files, by name."""

    page: str
    policy: str
    rounds: dict[str, bytes]


@lru_cache(maxsize=8)
def _made(id: str, day: date) -> _Made:
    from houseway.view.annotated.document import annotate
    from houseway.view.annotated.page import page, style

    document = annotate(id, day)
    text = page(document, round_link=lambda shown: f"/rules/{id}/rounds/{shown.name}.json")
    return _Made(text, _policy(style(document)), {shown.name: shown.document for shown in document.rounds})


def _policy(sheet: str) -> str:
    """Allow the style sheet that stands in the page, by its hash, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
