"""What a key says: its category, and the number the reference gives the same hand."""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel


@inlined
def packed(number, ranks, lowest_rank):
    """A number with the ranks of a set after it, the highest first, four bits each; and how many there were."""
    count = 0
    for bit in range(12, -1, -1):
        if ranks >> bit & 1:
            number = (number << 4) | (bit + lowest_rank)
            count += 1
    return number, count


@kernel
def high_strengths(keys, lowest_height, low, numbers):
    """The reference strength of each key. ``lowest_height``: of the straight at bit 3, less 3. ``low``: see `low` hands."""
    for i in range(keys.shape[0]):
        key = np.int64(keys[i])
        if low:
            key ^= 0xFFFFFFFF
        category, upper, lower = key >> 28, key >> 16 & 0xFFF, key & 0xFFFF
        made = np.int64(0)
        lowest_rank = 1 if low == 1 else 2
        straight = low != 1 and (category == 4 or category == 8)
        if category == 2:
            made = upper << 1
            if upper & (upper - 1) == 0:
                made |= 1
        elif category == 8 and straight:
            made = upper
        elif category not in (0, 9, 10) and (category != 5 or low == 1):
            made = upper + 1
        if category == 10:
            made = np.int64(1 << 12)
        first, count = packed(category, made, lowest_height if straight else lowest_rank)
        second, more = packed(first, lower, lowest_rank)
        number = second << 4 * (5 - count - more)
        numbers[i] = (1 << 24) - number if low else number


@kernel
def badugi_strengths(keys, lowest_rank, numbers):
    """The reference strength of each key of a Badugi."""
    for i in range(keys.shape[0]):
        worth = np.int64(keys[i] >> 16)
        held, ranks = worth >> 13, (worth & 0x1FFF) ^ 0x1FFF
        number, count = packed(np.int64(0), ranks, lowest_rank)
        numbers[i] = (held << 16) + 0xFFFF - (number << 4 * (4 - count))
