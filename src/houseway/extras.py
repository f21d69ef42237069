"""Optional extras: the modules each one installs, and the sentence that asks for a missing one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

MODULES: Mapping[str, tuple[str, ...]] = {
    "lab": ("distributed", "numba", "numpy", "xlsxwriter"),
    "rl": ("gymnasium", "pettingzoo"),
    "web": ("alembic", "argon2", "cryptography", "fastapi", "jinja2", "psycopg", "sqlalchemy", "uvicorn", "websockets"),
}
"""Extra -> modules that it installs. NumPy, which ``rl`` installs too, is listed where it is needed first."""


def is_installed(extra: str) -> bool:
    """Return whether every module of an extra can be imported."""
    return all(find_spec(module) is not None for module in MODULES[extra])


def extra_with(module: str | None) -> str | None:
    """Return the extra that installs a module; None for a module of no extra.

    >>> extra_with("numpy.typing"), extra_with("houseway.lab")
    ('lab', None)
    """
    top = (module or "").partition(".")[0]
    return next((extra for extra, modules in MODULES.items() if top in modules), None)


def install_sentence(extra: str, purpose: str) -> str:
    """Return the sentence that says which extra to install, what for, and how.

    >>> install_sentence("lab", "see PAR sheets")
    "Install houseway[lab] to see PAR sheets: pip install 'houseway[lab]'."
    """
    return f"Install houseway[{extra}] to {purpose}: pip install 'houseway[{extra}]'."
