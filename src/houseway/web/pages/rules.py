"""Clauses in our words: behind every clause chip."""

from __future__ import annotations

from typing import Any

from fastapi import HTTPException, Request, Response

from houseway.register import children, entry, parents, readings_of
from houseway.view.annotated.anchors import anchor_of
from houseway.web.pages import House
from houseway.web.pages.rendering import clause_says


def add_to(house: House) -> None:
    """What a clause says."""

    @house.get("/rules/{id}/words")
    async def words(id: str) -> Response:
        says = clause_says(id)
        if not says:
            raise HTTPException(404, f"there is no clause {id[:40]!r}")
        return Response(says, media_type="text/plain", headers={"cache-control": "private, max-age=3600"})

    @house.get("/rules/{id}")
    async def clause(request: Request, id: str) -> Response:
        who = house.visitor(request)
        found = entry(id)
        if found is None:
            raise HTTPException(404, f"there is no clause {id[:40]!r}")
        above = [one for one in (entry(str(up)) for up in parents(id)) if one is not None]
        given: dict[str, Any] = {"found": found, "above": above, "below": children(id), "readings": readings_of(id)}
        given["annotated"] = f"/rules/{found.clause.chapter}#{anchor_of(id)}"
        return house.page("clause.html", request, who, **given)
