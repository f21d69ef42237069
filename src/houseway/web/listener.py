"""How the application listens: which proxies are believed, and how large a message may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import uvicorn


def configure(app: Any, *, trusted_proxies: Sequence[str] = (), **options: Any) -> uvicorn.Config:
    """The configuration of a server. Only ``trusted_proxies`` are believed when they say for whom they ask; none unless given."""
    return uvicorn.Config(
        app,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        ws_max_size=65536,
        # Compressing a view costs the server more than sending it; a proxy may.
        ws_per_message_deflate=False,
        **options,
    )
