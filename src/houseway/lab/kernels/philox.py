"""Random numbers by counter: Philox 4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, 2011).

What is drawn for a deal depends on the seed and on the number of the deal alone. Deals can so be shared out among any
number of workers, in any order, and come out the same to the bit.
"""

from __future__ import annotations

import numpy as np

from houseway.ranking.kernels.compiled import inlined, kernel

_MASK = 0xFFFFFFFF


@inlined
def philox(first, second, third, fourth, key, more):
    """Four words of 32 bits for a counter of four and a key of two; each is held in 64 bits."""
    a, b, c, d = np.uint64(first), np.uint64(second), np.uint64(third), np.uint64(fourth)
    k, m = np.uint64(key), np.uint64(more)
    mask, half = np.uint64(_MASK), np.uint64(32)
    for _ in range(10):
        x, y = np.uint64(0xD2511F53) * a, np.uint64(0xCD9E8D57) * c
        a, b, c, d = (y >> half) ^ b ^ k, y & mask, (x >> half) ^ d ^ m, x & mask
        k, m = (k + np.uint64(0x9E3779B9)) & mask, (m + np.uint64(0xBB67AE85)) & mask
    return a, b, c, d


@inlined
def below(word, size):
    """A number from 0 up to the size, from a word: none is likelier than another by more than size / 2**32 of it."""
    return np.int64((word * np.uint64(size)) >> np.uint64(32))


@inlined
def words(number, seed, found):
    """Fill an array with the words of a deal."""
    low, high = np.uint64(number) & np.uint64(_MASK), np.uint64(number) >> np.uint64(32)
    key, more = np.uint64(seed) & np.uint64(_MASK), np.uint64(seed) >> np.uint64(32)
    for at in range(0, found.shape[0], 4):
        a, b, c, d = philox(low, high, at >> 2, 0, key, more)
        found[at] = a
        if at + 1 < found.shape[0]:
            found[at + 1] = b
        if at + 2 < found.shape[0]:
            found[at + 2] = c
        if at + 3 < found.shape[0]:
            found[at + 3] = d


@kernel
def words_of(counter, key, found):
    """The four words of one counter."""
    found[0], found[1], found[2], found[3] = philox(counter[0], counter[1], counter[2], counter[3], key[0], key[1])


@kernel
def drawn(start, seed, left, dealt):
    """Cards drawn without putting back from those left: a column of ``dealt`` for each deal from number ``start`` on."""
    many, deals = dealt.shape
    found, deck = np.empty(many, np.uint64), np.empty(left.shape[0], np.uint8)
    for i in range(deals):
        words(start + i, seed, found)
        deck[:] = left
        for k in range(many):
            at = k + below(found[k], left.shape[0] - k)
            dealt[k, i] = deck[at]
            deck[at] = deck[k]
