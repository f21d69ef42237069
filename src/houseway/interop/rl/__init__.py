"""Environments to learn in, for every game: Gymnasium's with one learner, PettingZoo's with one at every seat.

Importing it registers the games: ``gymnasium.make("houseway/heads-up-holdem-v0")``. It takes the extra ``rl``.
"""

from houseway.chapters.registry import games
from houseway.extras import install_sentence, is_installed

if not is_installed("rl"):
    raise ModuleNotFoundError(install_sentence("rl", "use the learning environments"), name="gymnasium")

import gymnasium

from houseway.interop.rl.several import env as aec_env
from houseway.interop.rl.single import RoundEnv

__all__ = ["RoundEnv", "aec_env", "id_of"]


def id_of(game: str) -> str:
    """What a game is registered as."""
    return f"houseway/{game}-v0"


for _game in games():
    if id_of(_game) not in gymnasium.registry:
        gymnasium.register(id_of(_game), entry_point="houseway.interop.rl.single:RoundEnv", kwargs={"game": _game})
