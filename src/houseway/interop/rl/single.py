"""A Gymnasium environment: one learner at a table, against computer players or the house."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from houseway.cards import CARD_TEXT
from houseway.interop.rl.actions import names_of
from houseway.interop.rl.episode import Episode, Game, Opponents, players_of, rules_of
from houseway.interop.rl.sight import MOST, Numbers, Sight

Observed = dict[str, Numbers | NDArray[np.int8]]
LEARNER = "learner"


def observation_space(sight: Sight, actions: tuple[str, ...]) -> spaces.Dict:
    """What is seen, and which actions may be done."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, MOST, (sight.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(actions),), np.int8),
        }
    )


def observed(episode: Episode, sight: Sight, actions: tuple[str, ...], name: str) -> Observed:
    """What a learner sees, and what it may do if it is the one who is asked."""
    may = episode.choices if episode.asked == name else {}
    mask = np.fromiter((action in may for action in actions), dtype=np.int8, count=len(actions))
    return {"observation": sight.numbers(episode.observe(name), episode.seats[name]), "action_mask": mask}


class RoundEnv(gymnasium.Env[Observed, np.int64]):
    """An episode is a round of play. ``actions`` are the names of the actions, ``parts`` those of the observation.

    The reward comes with the end of the round: what was won or lost, in units. An action that may not be done changes
    nothing; ``info["refused"]`` says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self, game: Game, *, players: int | None = None, opponents: str = "chapter", render_mode: str | None = None
    ) -> None:
        self.rules = rules_of(game)
        self.players, self.opponents = players_of(self.rules, players, 1), Opponents(opponents)
        self.render_mode = render_mode
        self.sight = Sight(self.rules, self.players)
        self.actions = names_of(self.rules)
        self.unit, self.parts = self.sight.unit, self.sight.parts
        self.observation_space: spaces.Space[Any] = observation_space(self.sight, self.actions)
        self.action_space = spaces.Discrete(len(self.actions))
        self._round: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """A fresh table, the cards and the seats drawn from the seed; again, if all others fold before the learner is asked."""
        super().reset(seed=seed, options=options)
        while True:
            seed = int(self.np_random.integers(2**63))
            self._round = Episode(self.rules, (LEARNER,), players=self.players, seed=seed, opponents=self.opponents)
            if not self._round.is_over:
                break
        return self._observed(), self._info()

    def step(self, action: np.int64) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Do an action and go on to the next question or the end of the round."""
        episode, name = self.episode, self.actions[int(action)]
        if name not in episode.choices:
            info = {**self._info(), "refused": f"{name!r} may not be done now"}
            return self._observed(), 0.0, episode.is_over, False, info
        episode.do(name)
        reward = episode.net(LEARNER) / self.unit if episode.is_over else 0.0
        return self._observed(), reward, episode.is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions may be done now."""
        return self._observed()["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """The learner's cards, what lies open and what may be done, as text."""
        return drawn_as_text(self.episode, LEARNER) if self.render_mode == "ansi" else None

    @property
    def episode(self) -> Episode:
        """The round that is played."""
        if self._round is None:
            raise gymnasium.error.ResetNeeded("reset the environment before its first step")
        return self._round

    def _observed(self) -> Observed:
        return observed(self.episode, self.sight, self.actions, LEARNER)

    def _info(self) -> dict[str, Any]:
        return {"cents": int(self.episode.net(LEARNER))}


def drawn_as_text(episode: Episode, name: str) -> str:
    """What a learner sees in two lines: the table, and its own part of it."""
    seen, seat = episode.observe(name), episode.seats[name]
    faces = {
        place: " ".join("??" if card is None else CARD_TEXT[card] for card in hand)
        for place, hand in seen.hands.items()
    }
    open_cards = " ".join("??" if card is None else CARD_TEXT[card] for card in seen.community)
    may = ", ".join(episode.choices) if episode.asked == name else "nothing is asked"
    return f"{episode.table!r}\n{seen.phase or seen.status}, seat {seat}: {faces}, board {open_cards or '-'}; {may}"
