"""The reviewer's page: contributions add up, and bands hold what rounds drawn by another library come to."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from houseway.lab.analysis import analyze
from houseway.lab.inputs import rules_of
from houseway.lab.review import QUANTILE, review_main, review_wager, reviews_of
from tests.cli.process import houseway

SIDE = [("heads-up-holdem", "pocket_bonus"), ("heads-up-holdem", "trips_plus"), ("pai-gow", "fortune")]


@pytest.mark.parametrize(("game", "wager"), SIDE)
def test_contributions_add_up_to_return_and_variance(game, wager):
    for sheet in analyze(rules_of({"game": game}), wager=wager).wagers:
        review = review_wager(sheet)
        assert sum(part.returned for part in review.parts) == sheet.returned
        assert sum(part.variance for part in review.parts) == sheet.moments.square - sheet.moments.mean**2
        assert sum(review.share_of(part) for part in review.parts) == 1
        assert review.standard_deviation == pytest.approx(sheet.standard_deviation)


def test_677a_12_d__the_pair_of_aces_by_hand():
    """Six of 1,326 hands are aces: paid 30 to 1 they return 31 times the wager."""
    (sheet,) = analyze(rules_of({"game": "heads-up-holdem"}), wager="pocket_bonus").wagers
    aces = review_wager(sheet).parts[0]
    assert (aces.probability, aces.returned) == (Fraction(6, 1326), Fraction(6 * 31, 1326))
    mean = sheet.returned - 1
    assert aces.variance == Fraction(6, 1326) * (30 - mean) ** 2


def test_663a__a_main_game_by_its_results():
    main = analyze(rules_of({"game": "five-card-hi-lo"})).main
    assert main is not None
    review = review_main(main)
    assert sum(part.returned for part in review.parts) == main.returned
    assert review.standard_deviation == pytest.approx(main.standard_deviation)


@pytest.mark.parametrize("number", range(3))
def test_nine_of_ten_runs_drawn_by_numpy_lie_in_the_band(number):
    assert pytest.approx(NormalDist().inv_cdf(0.95)) == QUANTILE
    (sheet,) = analyze(rules_of({"game": "heads-up-holdem"}), wager="pocket_bonus").wagers
    stretch = review_wager(sheet).stretches[number]
    chance = np.random.default_rng(677 + number)
    shares = np.array([row.combinations for row in sheet.rows]) / sheet.total
    back = np.array([float(sheet.net_of(row)) + 1 for row in sheet.rows])
    runs = 4_000
    returned = chance.multinomial(stretch.rounds, shares, runs) @ back / stretch.rounds
    inside = ((stretch.least <= returned) & (returned <= stretch.most)).mean()
    assert abs(inside - 0.9) < 0.02


def test_the_command_prints_the_review_in_text_json_and_html(tmp_path: Path):
    page = tmp_path / "review.html"
    given = ("analyze", "heads-up-holdem", "--wager", "pocket_bonus", "--review")
    text = houseway(*given, "--html", str(page)).out
    assert "volatility index" in text and "10,000,000" in text
    assert "Review: contributions, volatility and bands" in page.read_text()
    (told,) = json.loads(houseway(*given, "--json").out)["review"]
    assert [one["rounds"] for one in told["bands"]] == [10**power for power in range(3, 8)]
    assert sum(Fraction(one["return"]) for one in told["rows"]) == Fraction(told["return"])
    plain = json.loads(houseway(*given[:-1], "--json").out)
    assert "review" not in plain


def test_every_wager_of_a_sheet_is_reviewed():
    sheet = analyze(rules_of({"game": "pai-gow"}), main_game=False, unoffered=True)
    assert [one.wager for one in reviews_of(sheet)] == [one.wager for one in sheet.wagers]
