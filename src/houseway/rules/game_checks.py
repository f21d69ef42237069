"""Checks that a banked game is complete: every name leads somewhere, every chip placed is settled, every round ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from houseway.rules.game import (
    BankedGame,
    Deal,
    Decide,
    Does,
    Irregularity,
    Option,
    PayEnvy,
    PayOnTop,
    Placed,
    Settle,
    SettleWagers,
    SharedMeter,
    Stage,
    To,
    TurnUp,
    Validation,
)


class GameError(ValueError):
    """Raised when a game is incomplete or contradicts itself; the message names every point."""


def check_game(game: BankedGame) -> None:
    """Raise `GameError` if the game cannot be played to its end with every chip settled."""
    faults = [fault for check in _CHECKS for fault in check(game)]
    if faults:
        raise GameError(f"Game {game.id} is incomplete: {'; '.join(faults)}.")


def _unknown(where: str, what: str, names: Iterable[str | None], known: Collection[str]) -> Iterator[str]:
    """Yield a fault for each name that nothing of the game has."""
    for name in names:
        if name is not None and name not in known:
            yield f"{where} names the {what} {name!r}, and the game has only {', '.join(known) or 'none'}"


def _main_wager(game: BankedGame) -> Iterator[str]:
    mains = [wager.id for wager in game.wagers.values() if wager.main]
    if len(mains) != 1:
        yield f"one wager must have main=True, not {len(mains)}"
    for wager in game.wagers.values():
        if wager.main and wager.placed is not Placed.BEFORE_THE_DEAL:
            yield f"wager {wager.id} is the main wager, and must be placed before the deal"


def _wagers(game: BankedGame) -> Iterator[str]:
    deals = [phase.id for phase in game.phases if isinstance(phase, Deal | TurnUp)]
    by_option = {option.wager for phase in _decisions(game) for option in phase.options}
    for key, wager in game.wagers.items():
        where = f"wager {wager.id}"
        if key != wager.id:
            yield f"{where} is listed as {key!r}"
        yield from _unknown(f"{where}, equals", "wager", [wager.equals], game.wagers)
        yield from _unknown(f"{where}, requires", "wager", [wager.requires], game.wagers)
        yield from _unknown(f"{where}, rests_on", "deal", wager.rests_on, deals)
        if wager.offered:
            yield from _unknown(f"{where}, meter", "meter", [wager.meter], game.meters)
        if wager.placed is Placed.BY_DECISION and wager.id not in by_option:
            yield f"{where} is placed by decision, and no option places it"


def _decisions(game: BankedGame) -> list[Decide]:
    return [phase for phase in game.phases if isinstance(phase, Decide)]


def _phases(game: BankedGame) -> Iterator[str]:
    yield from _repeated("phase", [phase.id for phase in game.phases])
    settles = [phase for phase in game.phases if isinstance(phase, Settle)]
    if len(settles) != 1 or game.phases[-1] is not settles[0]:
        yield "the last phase, and no other, must be a Settle"
    if not any(isinstance(phase, Deal) for phase in game.phases):
        yield "some phase must be a Deal"
    dealt = sum(_cards_of(phase, game.seats + 1) for phase in game.phases if isinstance(phase, Deal))
    if dealt > len(game.deck):
        yield f"a full table takes {dealt} cards, and the deck has {len(game.deck)}"
    for phase in _decisions(game):
        yield from _options(game, phase)


def _cards_of(deal: Deal, hands: int) -> int:
    return deal.burn + deal.cards * (1 if deal.to is To.COMMUNITY else hands)


def _options(game: BankedGame, phase: Decide) -> Iterator[str]:
    where = f"phase {phase.id}"
    if not phase.options:
        yield f"{where} must have an option"
    yield from _repeated(f"option of {where}", [option.word for option in phase.options])
    yield from _unknown(f"{where}, unless_placed", "wager", [phase.unless_placed], game.wagers)
    for option in phase.options:
        yield from _option(game, option, f"{where}, option {option.word!r}")


def _option(game: BankedGame, option: Option, where: str) -> Iterator[str]:
    yield from _unknown(f"{where}, wager", "wager", [option.wager], game.wagers)
    yield from _unknown(f"{where}, of", "wager", [option.of], game.wagers)
    yield from _unknown(f"{where}, collects", "wager", option.collects, game.wagers)
    yield from _unknown(
        f"{where}, collects_under", "collected wager", [wager for wager, _ in option.collects_under], option.collects
    )
    if option.does is Does.WAGER:
        if option.wager is None or option.of is None:
            yield f"{where} places a wager, and must name it and, under 'of', the wager it is measured by"
        elif option.wager in game.wagers and game.wagers[option.wager].placed is not Placed.BY_DECISION:
            yield f"{where} places the wager {option.wager!r}, which must be one placed by decision"
        if not 1 <= option.least_times <= option.most_times:
            yield f"{where} places {option.least_times} to {option.most_times} times the wager, which no amount is"
    if option.does is Does.SET and game.arrangement is None:
        yield f"{where} sets hands, and the game has no arrangement"


def _settled_by(stage: Stage) -> tuple[str, ...]:
    """Return the wagers whose chips a stage pays, returns or collects."""
    if isinstance(stage, SettleWagers):
        return stage.wagers
    return (stage.wager,) if isinstance(stage, SharedMeter) else ()


def _stages(game: BankedGame) -> Iterator[str]:
    settled = [wager for stage in game.stages for wager in _settled_by(stage)]
    for wager in game.wagers.values():
        if wager.offered and wager.id not in settled:
            yield f"wager {wager.id} is settled by no stage, so its chips would stay on the layout"
    yield from _repeated("wager settled", settled)
    for wager_id in settled:
        if wager_id in game.wagers and wager_id not in game.tables:
            yield f"wager {wager_id} is settled, and has no settlement table"
    for place, stage in enumerate(game.stages, start=1):
        yield from _stage(game, stage, f"stage {place}")


def _stage(game: BankedGame, stage: Stage, where: str) -> Iterator[str]:
    yield from _unknown(where, "wager", _settled_by(stage), game.wagers)
    if isinstance(stage, SettleWagers):
        yield from _unknown(f"{where}, vigorish", "settled wager", [wager for wager, _ in stage.vigorish], stage.wagers)
        for wager, payment in stage.on_top:
            yield from _unknown(f"{where}, on_top", "settled wager", [wager], stage.wagers)
            yield from _on_top(game, payment, where)
    if isinstance(stage, SettleWagers | SharedMeter):
        yield from _validation(stage.validation, _settled_by(stage), where)
    if isinstance(stage, PayEnvy):
        yield from _unknown(f"{where}, Envy Bonus", "wager", [stage.wager], game.wagers)
    if isinstance(stage, PayOnTop):
        yield from _on_top(game, stage, where)


def _on_top(game: BankedGame, payment: PayOnTop, where: str) -> Iterator[str]:
    yield from _unknown(f"{where}, payment {payment.id}", "wager", [payment.measured_by, payment.requires], game.wagers)


def _validation(validation: Validation | None, settled: Collection[str], where: str) -> Iterator[str]:
    if validation is not None:
        yield from _unknown(f"{where}, validation", "settled wager", validation.wagers, settled)


def _around(game: BankedGame) -> Iterator[str]:
    """Check what stands beside phases and stages: limit, draws and Envy Bonus qualifiers."""
    if game.limit is not None:
        yield from _unknown("the payout limit", "wager", sorted(game.limit.wagers), game.wagers)
    if game.draws is not None:
        yield from _unknown("the table's draws", "wager", game.draws.wagers, game.wagers)
    yield from _unknown("qualifying_wagers", "wager", game.qualifying_wagers or (), game.wagers)


def _irregularities(game: BankedGame) -> Iterator[str]:
    for cause, irregularity in game.irregularities.items():
        if cause != irregularity.cause:
            yield f"irregularity {irregularity.cause} is listed as {cause!r}"
        yield from _irregularity(game, irregularity)


def _irregularity(game: BankedGame, irregularity: Irregularity) -> Iterator[str]:
    where = f"irregularity {irregularity.cause}"
    yield from _unknown(f"{where}, settles", "wager", [wager for wager, _ in irregularity.settles], game.wagers)
    others = [cause for _, cause in irregularity.while_dealt] + [irregularity.otherwise, irregularity.of_bank]
    yield from _unknown(where, "irregularity", filter(None, others), game.irregularities)


def _repeated(what: str, names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield f"{what} {name!r} stands there twice"
        seen.add(name)


_CHECKS = (_main_wager, _wagers, _phases, _stages, _around, _irregularities)
