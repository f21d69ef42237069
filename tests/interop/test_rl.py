"""Environments to learn in: the checkers of Gymnasium and PettingZoo, masks, seeds, and what a learner may know."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from houseway.cards import DECK_52
from houseway.chapters.registry import games
from houseway.engine.kernel import Table, Viewer
from houseway.engine.roles import Role
from houseway.interop.rl import RoundEnv, aec_env, id_of
from houseway.interop.rl.episode import PlayersError
from houseway.interop.rl.several import raw_env
from houseway.interop.rl.sight import Sight
from tests.kit.table_views import balance_of, look_at, sum_of_accounts

pytestmark = [
    # PettingZoo's own games with action masks give these two as well.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


def play(env: RoundEnv, seed: int, policy: np.random.Generator) -> tuple[list[str], float, dict[str, Any]]:
    """A round by a random policy on the mask: its actions, its reward and the last info."""
    seen, info = env.reset(seed=seed)
    over, done, reward = env.episode.is_over, [], 0.0
    while not over:
        assert seen["action_mask"].any()
        action = policy.choice(np.flatnonzero(seen["action_mask"]))
        done.append(env.actions[action])
        seen, reward, over, cut_short, info = env.step(action)
        assert "refused" not in info and not cut_short
        assert over or reward == 0
        assert seen in env.observation_space
    assert not seen["action_mask"].any()
    return done, reward, info


@pytest.mark.parametrize("game", games())
def test_gymnasiums_checker_passes(game):
    env = gymnasium.make(id_of(game), opponents="random")
    check_env(env.unwrapped)
    assert env.spec is not None and env.spec.id == f"houseway/{game}-v0"


@pytest.mark.parametrize("game", games())
def test_pettingzoos_checkers_pass(game, capsys):
    api_test(aec_env(game), num_cycles=60)
    seed_test(lambda: aec_env(game), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", games())
def test_a_random_policy_on_the_masks_is_never_refused_and_a_seed_repeats(game):
    env = RoundEnv(game, opponents="random")
    for seed in range(25):
        first = play(env, seed, np.random.default_rng(seed))
        assert first[1] == first[2]["cents"] / env.unit
        if seed < 3:
            assert play(RoundEnv(game, opponents="random"), seed, np.random.default_rng(seed)) == first


@pytest.mark.parametrize("game", ["pai-gow", "holdem-bonus", "five-card-stud", "badugi"])
def test_the_computer_players_of_the_chapter_play_against_the_learner(game):
    env = RoundEnv(game, players=2)
    done, _, _ = play(env, 7, np.random.default_rng(7))
    assert done
    assert len(look_at(env.episode.table).seats) == 2


@pytest.mark.parametrize("game", games())
def test_what_agents_win_others_lose_or_the_house(game):
    env = raw_env(game, players=2)
    policy = np.random.default_rng(1)
    for seed in range(5):
        env.reset(seed=seed)
        while not env.episode.is_over:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(policy.choice(np.flatnonzero(mask)))
        episode = env.episode
        nets = [episode.net(name) for name in env.possible_agents]
        assert [env.infos[name]["cents"] for name in env.possible_agents] == nets
        assert env.rewards == {name: net / env.unit for name, net in zip(env.possible_agents, nets, strict=True)}
        assert sum_of_accounts(episode.table) == 0
        if game not in games(banked=True):
            assert sum(nets) == -balance_of(episode.table, "drop box")


@pytest.mark.parametrize("game", games())
def test_an_observation_has_no_card_the_seat_may_not_see(game):
    """The numbers are those of `observe`: every card in them is one that the seat sees, and none is missing."""
    env = raw_env(game, players=3)
    policy = np.random.default_rng(2)
    env.reset(seed=3)
    deck = 53
    while not env.episode.is_over:
        name = env.agent_selection
        seat, sight = env.episode.seats[name], env.sight
        seen = env.episode.table.observe(Viewer(Role.PLAYER, name))
        numbers = env.observe(name)["observation"]
        at, shown = 0, set[int]()
        for part, size in sight.parts.items():
            if part in ("hand", "board", "dealer", "others", "discarded", "magic card"):
                flat = np.flatnonzero(numbers[at : at + size]) % deck
                shown |= set(map(int, flat))
            at += size
        known = {card for hand in seen.hands.values() for card in hand if card is not None}
        known |= {card for card in seen.community if card is not None}
        known |= set(getattr(seen, "common", ())) | set(getattr(seen, "discarded", ()))
        known |= {seen.magic_card} - {None} if hasattr(seen, "magic_card") else set()
        assert shown == known
        assert seat in seen.seats
        env.step(policy.choice(np.flatnonzero(env.observe(name)["action_mask"])))


def test_the_hidden_cards_of_others_do_not_change_what_is_seen():
    env = RoundEnv("holdem", opponents="random")
    env.reset(seed=5)
    episode = env.episode
    seat = episode.seats["learner"]
    state = episode.table.state.copy()
    hidden = [card for card in DECK_52 if card not in state.round.hands[seat]]
    others = [one for one in state.round.hands if one != seat]
    state.round = state.round.__copy__()
    state.round.hands = {**state.round.hands, **{one: tuple(hidden[2 * n : 2 * n + 2]) for n, one in enumerate(others)}}
    changed = Table(env.rules, state=state).observe(episode.viewers["learner"])
    assert np.array_equal(env.sight.numbers(changed, seat), env.sight.numbers(episode.observe("learner"), seat))


def test_a_round_in_which_the_learner_is_not_asked_is_dealt_again():
    env = RoundEnv("holdem", opponents="random")
    rounds = [env.reset(seed=seed)[0] for seed in range(60)]
    assert all(seen["action_mask"].any() for seen in rounds)


def test_an_action_that_may_not_be_done_changes_nothing():
    env = RoundEnv("heads-up-holdem")
    before, _ = env.reset(seed=1)
    refused = int(np.flatnonzero(before["action_mask"] == 0)[0])
    after, reward, over, _, info = env.step(refused)
    assert info["refused"] == f"{env.actions[refused]!r} may not be done now"
    assert (reward, over) == (0.0, False)
    assert all(np.array_equal(before[part], after[part]) for part in before)


def test_in_pettingzoo_it_ends_the_round():
    env = aec_env("heads-up-holdem", players=1)
    env.reset(seed=1)
    refused = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(refused)
    assert env.last()[1:3] == (-1.0, True)


@pytest.mark.parametrize(("game", "players"), [("holdem", 1), ("holdem", 99), ("pai-gow", 0), ("pai-gow", 7)])
def test_players_that_a_table_cannot_have_are_refused(game, players):
    with pytest.raises(PlayersError, match=f"not by {players}"):
        RoundEnv(game, players=players)


def test_a_table_is_shown_as_text():
    env = gymnasium.make(id_of("pai-gow"), render_mode="ansi")
    env.reset(seed=1)
    assert "pai_gow x1" in str(env.render())
    other = raw_env("holdem", render_mode="ansi")
    other.reset(seed=1)
    assert "fold, call" in str(other.render())


def test_the_masks_that_other_libraries_ask_for():
    env = RoundEnv("badugi", opponents="random")
    seen, _ = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool))


def test_every_part_has_a_place():
    for game in games():
        env = RoundEnv(game, opponents="random")
        assert isinstance(env.sight, Sight)
        assert env.reset(seed=1)[0]["observation"].shape == (sum(env.parts.values()),)
        assert len(set(env.actions)) == len(env.actions)


def test_the_library_itself_needs_no_numpy():
    code = (
        "import sys, houseway; [getattr(houseway, name) for name in dir(houseway)]; houseway.open_table('holdem');"
        "sys.exit('numpy' in sys.modules or 'gymnasium' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
