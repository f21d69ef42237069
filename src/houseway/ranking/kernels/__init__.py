"""Many hands at once: compiled with Numba and proven equal to the reference.

A batch of hands is a column for each card: an array of `uint8` whose row ``k`` holds the ``k``-th card of every hand
(`houseway.cards` numbers them). Each hand gets a key of 32 bits; of two hands the one with the greater key wins, and
equal keys tie. What a key means, `strengths` and `categories` say in the reference's own numbers.

>>> import numpy as np
>>> from houseway.cards import cards
>>> from houseway.ranking import Category, describe
>>> from houseway.ranking.kernels import categories, columns, rank, strengths
>>> hands = columns([cards("As Ks Qs Js Ts 2c 2d"), cards("9c 9d 9h 9s 2c 3d 4h")])
>>> keys = rank(hands)
>>> bool(keys[0] > keys[1]), [Category(one).label for one in categories(keys)]
(True, ['royal flush', 'four-of-a-kind'])
>>> [describe(int(one)) for one in strengths(keys)]
['royal flush', 'four-of-a-kind, 9s']
"""

from __future__ import annotations

from houseway.ranking.kernels.batch import Ranked, categories, columns, points, rank, rank_suits, strengths, suits_of

__all__ = ["Ranked", "categories", "columns", "points", "rank", "rank_suits", "strengths", "suits_of"]
