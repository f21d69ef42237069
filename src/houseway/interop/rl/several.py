"""A PettingZoo environment (agent environment cycle): a learner at every seat of a table."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from houseway.interop.rl.actions import names_of
from houseway.interop.rl.episode import Episode, Game, players_of, rules_of
from houseway.interop.rl.sight import Sight
from houseway.interop.rl.single import Observed, drawn_as_text, observation_space, observed

_ILLEGAL = -1.0
"""The reward, in units, of an action that may not be done; it ends the round."""
_USUAL_LEARNERS = 3


def env(game: Game, *, players: int | None = None, render_mode: str | None = None) -> AECEnv[str, Observed, np.int64]:
    """The environment in the usual wrappers: an action that may not be done ends the round and costs a unit."""
    bare = raw_env(game, players=players, render_mode=render_mode)
    checked = wrappers.TerminateIllegalWrapper(bare, illegal_reward=_ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, Observed, np.int64]):  # type: ignore[misc]  # noqa: N801  (so PettingZoo calls it)
    """An episode is a round of play; each agent's reward comes with its end, in units."""

    metadata = {"name": "houseway", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: Game, *, players: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules = rules_of(game)
        number = players_of(self.rules, _USUAL_LEARNERS if players is None else players, 1)
        self.render_mode = render_mode
        self.sight, self.actions = Sight(self.rules, number), names_of(self.rules)
        self.unit, self.parts = self.sight.unit, self.sight.parts
        self.metadata = {**self.metadata, "name": f"houseway/{self.rules.game.id}"}
        self.possible_agents = [f"player_{place}" for place in range(number)]
        self.observation_spaces = {name: observation_space(self.sight, self.actions) for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(len(self.actions)) for name in self.possible_agents}
        self.chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A fresh table, the cards and the seats drawn from the seed."""
        if self.chance is None or seed is not None:
            self.chance, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        drawn = int(self.chance.integers(2**63))
        self.episode = Episode(self.rules, self.agents, players=len(self.agents), seed=drawn)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.episode.asked or self.agents[0]

    def observe(self, agent: str) -> Observed:
        return observed(self.episode, self.sight, self.actions, agent)

    def step(self, action: np.int64) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.episode.do(self.actions[int(action)])
        if self.episode.is_over:
            for name in self.agents:
                cents = int(self.episode.net(name))
                self.rewards[name], self.infos[name] = cents / self.unit, {"cents": cents}
                self.terminations[name] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.episode.asked or self.agent_selection
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What the agent whose turn it is sees, as text."""
        return drawn_as_text(self.episode, self.agent_selection) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is left open."""
