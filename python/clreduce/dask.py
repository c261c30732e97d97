# SPDX-License-Identifier: Apache-2.0
"""The words of clreduce on arrays of dask: the same bits for every chunking, scheduler and split_every.

    import clreduce.dask
    clreduce.dask.sum(x, axis=0).compute()

A task turns each chunk into the states of its results, as int64 words behind the chunk's axes; plain sums and minima of
NumPy merge them along a tree; the last task rounds. docs/scale.md is the manual.
"""

import builtins
import operator
from functools import partial, wraps
from math import prod as product
from typing import NamedTuple, Optional

import numpy as np

try:
    import dask
    import dask.array as da
except ImportError as error:
    raise ImportError(f"clreduce.dask needs dask ({error}): pip install 'dask[array]'") from error

from . import _selections
from ._accumulator import HEADER, Accumulator, _is_paired, _kind_of, form_of
from ._arrays import axes_of, in_place, native
from ._call import Call
from ._functions import _NORMS
from ._host import as_integers
from ._reduce import compute as compute_chunk
from ._reduce import count_of
from ._words import CODES, WORDS, kind_of

__all__ = [
    "all", "any", "argmax", "argmin", "average", "bottomk", "count", "count_nonzero", "dot", "first", "last", "max", "mean", "median", "min",
    "minmax", "mode", "nanargmax", "nanargmin", "nancount", "nanfirst", "nanlast", "nanmax", "nanmean", "nanmedian", "nanmin", "nanpercentile",
    "nanquantile", "nanstd", "nansum", "nanvar", "norm", "nunique", "percentile", "prod", "quantile", "std", "sum",
    "topk", "var",
]  # fmt: skip


def __dir__():
    return __all__


_SIGN, _POSITIVE = np.iinfo("i8").min, np.iinfo("i8").max  # the sign, and all other bits
_NO_INDEX = np.iinfo("i8").max  # in the word of the index of a result without a value

# Words whose results merge as they are: the columns of 64 bits that a result has, and the ufunc that merges them.
# "s" are integers as they are, "n" keys of minima, "x" of maxima, "i" the index of one.
_PLAIN = {"sum": ("s", np.add), "nansum": ("s", np.add), "prod": ("s", np.multiply), "count_nonzero": ("s", np.add),
          "norm0": ("s", np.add), "count": ("s", np.add), "nancount": ("s", np.add), "any": ("s", np.maximum),
          "all": ("s", np.minimum), "min": ("n", np.minimum), "max": ("x", np.minimum), "minmax": ("nx", np.minimum),
          "norminf": ("x", np.minimum), "argmin": ("ni", None), "argmax": ("xi", None)}  # fmt: skip
_MADE_OF = {"argmin": ("min", "argmin"), "argmax": ("max", "argmax"), "norm0": ("count_nonzero",)}


class Task(NamedTuple):
    """What a task needs to know of the reduction; it travels to workers."""

    op: str
    dtype: np.dtype  # of the elements
    asked: Optional[np.dtype]
    ddof: int
    axes: tuple
    shape: tuple  # of the whole array along `axes`
    groups: Optional[int]
    has_y: bool
    has_mask: bool
    has_value: bool  # each chunk has an element for each of its results

    @property
    def word(self):
        return WORDS[self.op]

    @property
    def is_arg(self):
        return "index" in self.word.fields

    @property
    def has_index(self):
        """Whether words have an index: the last word, or of first and last the word before the value, of last its
        complement."""
        return self.is_arg or self.word.is_end

    @property
    def kind(self):
        return _kind_of(self.op, self.dtype, self.asked, self.ddof)

    @property
    def plain(self):
        """Its row of _PLAIN, or None: the states merge."""
        op, value = self.word.op, self.kind.values[0]
        is_wrapped = op in (1, 2) and self.dtype.kind != "f" and value.final.kind in "iu"
        has_extreme = op in (3, 4, 5, 6, 7, 18) and self.has_value and not self.word.ignores_nan
        return _PLAIN[self.op] if is_wrapped or has_extreme or op in (8, 9, 10, 24) else None

    @property
    def fold(self):
        return form_of(self.kind)[1]

    def empty(self, results):
        return Accumulator.empty(self.dtype, self.op, (results,), dtype=self.asked, ddof=self.ddof)


# ---- What tasks do -----------------------------------------------------------------------------------------------


def _words_of(block, *more, task):
    """A chunk's states: an array with 1 for each reduced axis, then an axis of groups if there are any, and one of
    words. In front of words that are summed stands how many were."""
    block, more = in_place(block), list(more)  # what comes from other workers may lie at any address
    other = more.pop(0) if task.has_y else None
    where = more.pop(0) if task.has_mask else True
    if task.has_mask and where.shape != block.shape:  # of unknown sizes nothing is known before
        raise ValueError(f"a chunk of where has the shape {where.shape}, and that of x {block.shape}")
    by = more.pop(0) if task.groups is not None else None
    if task.plain:
        words = _plain_words(block, where, by, task)
    else:
        made = Accumulator.of(block, task.op, task.axes, task.asked, y=other, where=where, ddof=task.ddof, by=by,
                              groups=task.groups)  # fmt: skip
        words = made.words()[HEADER:].reshape(product(made.shape), form_of(task.kind)[0])
        if task.fold == "sum":
            words = np.concatenate([np.ones((len(words), 1), "i8"), words], 1)
    kept = tuple(1 if axis in task.axes else extent for axis, extent in enumerate(block.shape))
    if task.groups is not None:  # the library has them first
        words = np.moveaxis(words.reshape(task.groups, *kept, words.shape[1]), 0, -2)
    words = words.reshape(*kept, *(() if task.groups is None else (task.groups,)), words.shape[-1])
    if task.has_index and task.axes:
        extents, begins = [block.shape[axis] for axis in task.axes], [int(at[0]) for at in more]
        _move_indices(words[..., -2 if task.word.is_end else -1], extents, begins, task.shape)
    return words


def _plain_words(block, where, by, task):
    call = Call(task.axes, where=where, by=by, groups=task.groups)
    values = compute_chunk(_MADE_OF.get(task.op, (task.op,)), block, call)
    if by is not None and task.axes:  # groups stand where the first labelled axis stood
        values = [np.moveaxis(value, task.axes[0], 0) for value in values]
    return np.stack([_key(np.asarray(value), column).ravel() for value, column in zip(values, task.plain[0])], -1)


def _key(value, column):
    """Integers whose minimum is that of the best value. A NaN is better than all, -0 below +0."""
    if value.dtype.kind == "f":
        bits = value.astype("f8").view("i8")
        key = np.where(bits < 0, bits ^ _POSITIVE, bits)
        key = np.where(np.isnan(value), -_POSITIVE if column == "n" else _POSITIVE, key)
    else:
        key = value.view("i8") if value.dtype == "u8" else value.astype("i8")
        key = key ^ _SIGN if value.dtype == "u8" and column in "nx" else key
    return ~key if column == "x" else key


def _value(key, column, final):
    """What _key() was made of."""
    key = ~key if column == "x" else key
    if final.kind == "f" and column in "nx":
        made = np.where(key < 0, key ^ _POSITIVE, key).view("f8").astype(final)
        made[np.abs(key) == _POSITIVE] = np.nan
        return made
    return (key ^ _SIGN if final == "u8" and column in "nx" else key).astype(final)


def _move_indices(indices, extents, first, whole):
    """Indices in a chunk become those in the whole array, where the chunk begins at `first`."""
    there = indices != _NO_INDEX
    told = indices[there]
    signs = told >> 63  # -1 of complements
    at = np.unravel_index(told ^ signs, extents) if there.any() else None
    if at is not None:
        indices[there] = np.ravel_multi_index([one + begin for one, begin in zip(at, first)], whole) ^ signs


def _merged(words, axis, keepdims, task):
    """States merged along axes but the last: the plain operation of each word."""
    axis = tuple(axis)[:-1]
    if task.has_index:
        best = words[..., :-1].min(axis, keepdims=True)
        of_best = np.where((words[..., :-1] == best).all(-1), words[..., -1], _NO_INDEX).min(axis, keepdims=True)
        return np.concatenate([best, of_best[..., np.newaxis]], -1)
    ufunc = task.plain[1] if task.plain else np.minimum if task.fold == "min" else np.add
    return ufunc.reduce(words, axis, keepdims=True)


def _rounded(words, axis, keepdims, *, task, field, folded):
    """The results of states, without the reduced axes."""
    words = _merged(words, axis, True, task)
    words = words.reshape([extent for number, extent in enumerate(words.shape) if number not in task.axes])
    value = task.kind.values[field]
    shape, words = words.shape[:-1], words.reshape(-1, words.shape[-1])
    if not words.size:
        return np.empty(shape, value.final)
    if task.plain:
        column = words.shape[1] - 1 if task.is_arg else field
        made = _value(words[:, column], task.plain[0][column], value.final)
    else:
        like = task.empty(len(words))
        header = like.words()[:HEADER]
        if task.fold == "sum":
            header, words = header * words[0, 0], words[:, 1:]
        merged = like.from_words(np.concatenate([header, words.ravel()]))
        made = merged.rounded(task.word.fields, folded)[field]
    return made.reshape(shape)[()]  # a scalar of one result, as dask's own


def _as_it_is(words, axis, keepdims):
    return words


# ---- The graph ---------------------------------------------------------------------------------------------------


def _reduce(op, x, axis, keepdims, split_every, dtype=None, ddof=0, by=None, groups=None, where=None, y=None):
    """The word's results, an array of dask each."""
    x = da.asarray(x)
    if _is_paired(op, y):
        x, y = _pair(x, da.asarray(y), axis, op)
    axes = axes_of(axis, x.ndim)
    if by is not None and keepdims:
        raise ValueError("by= goes without keepdims: the groups have an axis of their own")
    if by is not None:
        by, groups = _labels(x, axes, by, groups)
    elif groups is not None:
        raise ValueError("groups= is how many labels by= has, which is not given")
    asked = None if dtype is None else np.dtype(dtype)
    elements = _elements_of(x)
    shape = tuple(x.shape[axis] for axis in axes)
    task = Task(op, elements, asked, ddof, axes, shape, groups, y is not None, where is not None,
                by is None and where is None and _have_elements(x, axes))  # fmt: skip
    words = _words(task, x, y, where, by)
    tree, last = partial(_merged, task=task), words.ndim - 1
    folded = None if by is not None else 1 if _is_unknown(shape) else product(shape)
    made = []
    for field, value in enumerate(task.kind.values):
        # The axis of words has one chunk, which the last task's results take the place of.
        made.append(da.reduction(
            words, _as_it_is, partial(_rounded, task=task, field=field, folded=folded), (*axes, last), False,
            value.final, {**_splits(split_every, axes), last: 1}, tree, f"clreduce-{op}",
            meta=np.empty((0,) * (last - len(axes)), value.final),
        ))  # fmt: skip
    if keepdims:
        made = [one[tuple(np.newaxis if axis in axes else slice(None) for axis in range(x.ndim))] for one in made]
    if by is not None:
        made = [da.moveaxis(one, -1, axes[0] if axes else 0)
                for one in made]  # fmt: skip
    return made


def _elements_of(x):
    elements = x.dtype.newbyteorder("=")
    if elements.kind == "c":
        raise TypeError(f"elements of dtype {x.dtype} are not taken of dask: of x.real and x.imag they are")
    if elements not in CODES:
        native(np.empty(1, elements))  # refuses, with the way out
    return elements


def _words(task, x, y, where, by):
    """The array of states of chunks."""
    numbers = tuple(range(x.ndim))
    blocks = [(x, numbers)]
    if y is not None:
        blocks.append((y, numbers))
    if where is not None:
        blocks.append((_mask(where, x), numbers))
    if by is not None:
        blocks.append((by, task.axes))
    if task.has_index and task.axes:
        blocks += [(_begins(x, axis), (axis,)) for axis in task.axes]
    many = {x.ndim: task.groups} if by is not None else {}
    last = x.ndim + len(many)
    count = len(task.plain[0]) if task.plain else form_of(task.kind)[0] + (task.fold == "sum")
    return da.blockwise(
        partial(_words_of, task=task), (*numbers, *many, last), *(part for block in blocks for part in block),
        new_axes={**many, last: count}, adjust_chunks={axis: lambda _: 1 for axis in task.axes}, align_arrays=False,
        dtype="i8", meta=np.empty((0,) * (last + 1), "i8"), token=f"clreduce-{task.op}-states",
    )  # fmt: skip


def _splits(split_every, axes):
    """How many chunks are merged at a time along each axis, as dask.array.reduction() reads it."""
    split_every = split_every or dask.config.get("split_every", 16)
    if isinstance(split_every, dict):
        return {axis: split_every.get(axis, 2) for axis in axes}
    return dict.fromkeys(axes, int(np.maximum(operator.index(split_every) ** (1 / (len(axes) or 1)), 2)))


def _have_elements(x, axes):
    """Whether every chunk has an element for each of its results."""
    return not [1 for axis in axes for size in x.chunks[axis] if not size > 0]


def _is_unknown(extents):
    return not np.isfinite(extents).all()


def _begins(x, axis):
    """Where each chunk begins along an axis: an array of dask with an element for each chunk."""
    if _is_unknown(x.chunks[axis]):
        raise ValueError("indices take chunks of known sizes: x.compute_chunk_sizes() finds them")
    begins = np.cumsum((0, *x.chunks[axis][:-1]))
    return da.from_array(begins, chunks=1)


def _chunked(array, chunks, what):
    """An array in these chunks. Where nobody knows their sizes, tasks compare them."""
    if not _is_unknown([size for sizes in chunks for size in sizes]):
        return array.rechunk(chunks)
    if array.numblocks != tuple(map(len, chunks)):
        raise ValueError(
            f"x has chunks of unknown sizes, and {what} is not cut as x is: x.compute_chunk_sizes() finds them, or "
            f"make {what} as x was made, such as both by one condition"
        )
    return array


def _mask(where, x):
    where = da.asarray(where)
    if where.dtype.kind != "b":
        raise TypeError(f"where of dtype {where.dtype} is not taken: it takes booleans, such as x > 0")
    if where.ndim != x.ndim or where.shape != x.shape and not _is_unknown(x.shape):
        where = da.broadcast_to(where, x.shape)
    return _chunked(where, x.chunks, "where")


def _labels(x, axes, by, groups):
    if groups is None:
        if isinstance(by, da.Array):
            raise ValueError("by= of dask takes groups=, how many labels there are, as a graph has to know it")
        by = as_integers(by, "by")
        groups = builtins.max(int(by.max()) + 1, 0) if by.size else 0
    groups = count_of(groups)
    by = da.asarray(by)
    if by.dtype.kind not in "iub":
        raise TypeError(f"by of dtype {by.dtype} is not taken: it takes integers; of other keys "
                        "da.unique(keys, return_inverse=True)[1] makes them")  # fmt: skip
    labelled = tuple(x.shape[axis] for axis in axes)
    if by.shape != labelled and not _is_unknown(labelled):
        raise ValueError(
            f"by has the shape {by.shape}, and what is reduced {labelled}: there is a label for each element, "
            "or with axis= for each index along those axes"
        )
    return _chunked(by, tuple(x.chunks[axis] for axis in axes), "by"), groups


def _pair(x, y, axis, op):
    if _is_unknown((*x.shape, *y.shape)):
        raise ValueError(f"{op} takes chunks of known sizes: x.compute_chunk_sizes() finds them, and so does y's")
    if op == "dot" and axis is None and (x.shape != y.shape or x.ndim > 1):
        raise ValueError(
            f"dot of shapes {x.shape} and {y.shape} is no sum of products: it takes two arrays of one axis and "
            "length, or axis= of arrays that broadcast"
        )
    common = np.result_type(x.dtype, y.dtype)
    x, y = da.broadcast_arrays(x.astype(common), y.astype(common))
    return x, _chunked(y, x.chunks, "y")


def compute(names, x, call):
    """As _reduce.compute(), of an array of dask: a list of arrays of dask."""
    given = {"out": call.out, "initial": call.initial if call.has_initial else None, "accuracy": call.accuracy,
             "segments": call.segments, "queue": call.queue}  # fmt: skip
    for parameter, value in given.items():
        if value is not None:
            raise TypeError(f"{parameter}= is not taken of an array of dask: leave it out, or give x.compute()")
    where = call.where if call.is_masked else None
    made = []
    for name in names:
        if WORDS[name].selects:
            made += _select(name, x, call)
            continue
        made += _reduce(name, x, call.axis, call.keepdims, None, call.dtype, call.ddof, call.by, call.groups, where,
                        call.other)  # fmt: skip
    return made


# ---- Words that select ------------------------------------------------------------------------------------------


def _selected(*blocks, name, call, has_mask):
    """A block's results: a tuple. Along reduced axes dask has lists, of one chunk here."""
    blocks = [_only(block) for block in blocks]
    where = blocks.pop(1) if has_mask else True
    by = blocks.pop() if len(blocks) > 1 else None
    return tuple(compute_chunk((name,), in_place(blocks[0]), call._replace(where=where, by=by)))


def _only(block):
    while isinstance(block, list):
        (block,) = block
    return block


def _select(name, x, call):
    """The word's results, an array of dask each, made block by block."""
    axes = axes_of(call.axis, x.ndim)
    if builtins.any(x.numblocks[axis] > 1 for axis in axes):
        one = ", ".join(f"{axis}: -1" for axis in axes)
        raise ValueError(f"{name} selects among all elements of a result, which lie in several chunks: "
                         f"x.rechunk({{{one}}}) puts them in one")  # fmt: skip
    by, groups = _labels(x, axes, call.by, call.groups) if call.by is not None else (None, call.groups)
    kind = kind_of((name,), _elements_of(x), None, 0, None, call.selection)
    numbers = tuple(range(x.ndim))
    blocks = [(x, numbers)]
    if call.is_masked:
        blocks.append((_mask(call.where, x), numbers))
    if by is not None:
        blocks.append((by, axes))
    front = call.selection.shape if call.selection else ()
    many = {-1 - number: extent for number, extent in enumerate(front)}
    out = [axis for axis in numbers if axis not in axes or call.keepdims]
    if by is not None:
        many[x.ndim] = groups
        out.insert(axes[0] if axes else 0, x.ndim)
    out = (*(-1 - number for number in range(len(front))), *out)
    both = da.blockwise(
        partial(_selected, name=name, call=call._replace(axis=axes, groups=groups), has_mask=call.is_masked), out,
        *(part for block in blocks for part in block), new_axes=many, adjust_chunks=dict.fromkeys(axes, 1),
        align_arrays=False, dtype="O", meta=np.empty((0,) * len(out), "O"), token=f"clreduce-{name}",
    )  # fmt: skip
    return [both.map_blocks(operator.getitem, field, dtype=value.final, meta=np.empty((0,) * len(out), value.final))
            for field, value in enumerate(kind.values)]  # fmt: skip


# ---- The words ---------------------------------------------------------------------------------------------------

_DOCUMENT = """As clreduce.{name}, of an array of dask: an array of dask with the same bits.

    by           labels, an array of NumPy or dask with an integer for each element, or with axis= for each index along
                 those axes: a result for each label 0 ... groups - 1, which stand where the first of these axes stood
    groups       how many labels there are; of an array of NumPy None is the largest label and 1
    where        booleans that broadcast to x: elements that count
    split_every  as dask.array.reduction()
    """


def _named(function, name):
    function.__name__ = function.__qualname__ = name
    function.__module__ = "clreduce.dask"
    function.__doc__ = _DOCUMENT.format(name=name)
    return function


def _sum(op):
    def word(x, axis=None, dtype=None, keepdims=False, split_every=None, *, by=None, groups=None, where=None):
        return _reduce(op, x, axis, keepdims, split_every, dtype, 0, by, groups, where)[0]

    return _named(word, op)


def _variance(op):
    def word(x, axis=None, dtype=None, keepdims=False, ddof=0, split_every=None, *, by=None, groups=None, where=None):
        return _reduce(op, x, axis, keepdims, split_every, dtype, ddof, by, groups, where)[0]

    return _named(word, op)


def _word(op):
    def word(x, axis=None, keepdims=False, split_every=None, *, by=None, groups=None, where=None):
        return _reduce(op, x, axis, keepdims, split_every, None, 0, by, groups, where)[0]

    return _named(word, op)


def minmax(x, axis=None, keepdims=False, split_every=None, *, by=None, groups=None, where=None):
    return tuple(_reduce("minmax", x, axis, keepdims, split_every, None, 0, by, groups, where))


def norm(x, ord=None, axis=None, keepdims=False, split_every=None, *, by=None, groups=None, where=None):
    rank = len(axes_of(axis, np.ndim(x)))
    if ord not in _NORMS or (rank == 2 and ord not in (None, "fro")) or (ord == "fro" and rank != 2):
        raise ValueError(f"there is no norm of ord {ord!r} of {rank} axes: None, and of one axis 2, 1, inf and 0 there "
                         "are")  # fmt: skip
    return _reduce(_NORMS[ord], x, axis, keepdims, split_every, None, 0, by, groups, where)[0]


def dot(x, y, axis=None, keepdims=False, split_every=None, *, by=None, groups=None, where=None):
    return _reduce("dot", x, axis, keepdims, split_every, None, 0, by, groups, where, y)[0]


def average(x, axis=None, weights=None, keepdims=False, split_every=None, *, by=None, groups=None, where=None):
    if weights is None:
        return mean(x, axis, keepdims=keepdims, split_every=split_every, by=by, groups=groups, where=where)
    return _reduce("wmean", x, axis, keepdims, split_every, None, 0, by, groups, where, weights)[0]


for _function in (minmax, norm, dot, average):
    _named(_function, _function.__name__)
sum, nansum, mean, nanmean, prod = map(_sum, ("sum", "nansum", "mean", "nanmean", "prod"))
var, nanvar, std, nanstd = map(_variance, ("var", "nanvar", "std", "nanstd"))
min, max, nanmin, nanmax, any, all = map(_word, ("min", "max", "nanmin", "nanmax", "any", "all"))
count, nancount, count_nonzero = map(_word, ("count", "nancount", "count_nonzero"))
argmin, argmax, nanargmin, nanargmax = map(_word, ("argmin", "argmax", "nanargmin", "nanargmax"))
first, last, nanfirst, nanlast = map(_word, ("first", "last", "nanfirst", "nanlast"))


def _selection(function):
    """The package's function, which makes an array of dask of what is none."""

    @wraps(function)
    def word(x, *parameters, **others):
        return function(da.asarray(x), *parameters, **others)

    _named(word, function.__name__)
    word.__doc__ = f"As clreduce.{function.__name__}, of an array of dask with one chunk along the reduced axes."
    return word


bottomk, median, mode, nanmedian, nanpercentile, nanquantile, nunique, percentile, quantile, topk = map(
    _selection,
    (_selections.bottomk, _selections.median, _selections.mode, _selections.nanmedian, _selections.nanpercentile,
     _selections.nanquantile, _selections.nunique, _selections.percentile, _selections.quantile, _selections.topk),
)  # fmt: skip
