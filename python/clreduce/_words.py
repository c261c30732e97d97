# SPDX-License-Identifier: Apache-2.0
"""What NumPy's words mean to the library: operators, types of elements and of results."""

import functools
from collections import namedtuple

import numpy as np

from . import _context
from ._errors import of_status, text
from ._load import library_alone
from ._native import ffi

# The library's element types, as the header numbers them. Booleans are read as bytes.
CODES = {
    np.dtype(name): code
    for name, code in {
        "i1": 1, "i2": 2, "i4": 3, "i8": 4, "u1": 5, "u2": 6, "u4": 7, "u8": 8, "f2": 9, "f4": 11, "f8": 12, "?": 5,
    }.items()
}  # fmt: skip
F16, BF16, F32 = 9, 10, 11
_DTYPES = {code: dtype for dtype, code in CODES.items() if dtype.kind != "b"}
_DTYPES[BF16] = np.dtype("u2")  # as arrays of it are read and written: NumPy alone has no such type
_QUANTILES_MOST = 100  # of a kind that is kept for later calls
_REASON = 512  # bytes of a sentence of the library's
LEVELS = {None: 0, "exact": 1, "reproducible": 2, "fast": 3, "relaxed": 4}

I8, U8, F4, F8, BOOL, INTP = (np.dtype(name) for name in ("i8", "u8", "f4", "f8", "?", "intp"))
_COUNTS = ("index", "number")  # fields of 64 bits, whatever the elements are


def is_bfloat(dtype):
    """Whether it is the bfloat16 of ml_dtypes, which NumPy has no letter of its own for."""
    return dtype.kind == "V" and dtype.name == "bfloat16"


def is_float(dtype):
    return dtype.kind == "f" or is_bfloat(dtype)


def code_of(dtype):
    """The library's number of an element type, or None."""
    return BF16 if is_bfloat(dtype) else CODES.get(dtype)


DEGREES = "Degrees of freedom <= 0 for slice"


class Word(
    namedtuple(
        "Word",
        (
            "name",  # in NumPy
            "op",  # clr_operator
            "result",  # how its result's type follows from the elements': see _result_type()
            "ignores_nan",
            "when_empty",  # "value": the operator has one; "nan": NaN and a warning; "error"
            "fields",  # of clr_arrays, those that are its results
            "warning",  # NumPy's, of a result of too few elements
            "is_exact",  # of floats, unless another level is asked for: in any order, and of f16
        ),
        defaults=(False, "value", ("value",), "", False),
    )
):
    """A reduction by its name in NumPy."""

    __slots__ = ()

    @property
    def selects(self):
        """Whether the library selects it among the elements in order, which it does by the host alone."""
        return 101 <= self.op < 1000  # clr_operator

    @property
    def takes_ddof(self):
        """Whether the result has a divisor off which degrees of freedom are taken."""
        return self.warning.startswith(DEGREES)

    @property
    def is_weighted_spread(self):
        """Whether it is a variance with weights or its root, which devices fold in a published order."""
        return 30 <= self.op <= 33  # clr_operator

    @property
    def is_end(self):
        """Whether the result is an element by its place: of first and last, with their nan forms."""
        return self.op in (28, 29)  # clr_operator


def _rows():
    mean = "Mean of empty slice"
    nothing = "All-NaN slice encountered"
    yield Word("sum", 1, "sum", is_exact=True)
    yield Word("prod", 2, "sum")
    yield Word("min", 3, "same", when_empty="error")
    yield Word("max", 4, "same", when_empty="error")
    yield Word("minmax", 5, "same", when_empty="error", fields=("value", "second"))
    yield Word("argmin", 6, "index", when_empty="error", fields=("index",))
    yield Word("argmax", 7, "index", when_empty="error", fields=("index",))
    yield Word("any", 8, "bool")
    yield Word("all", 9, "bool")
    yield Word("count_nonzero", 10, "index")
    yield Word("count", 24, "index")
    yield Word("dot", 14, "same", is_exact=True)
    yield Word("wmean", 25, "mean", when_empty="nan", warning=mean, is_exact=True)
    yield Word("cov", 26, "double", when_empty="nan", warning=DEGREES, is_exact=True)
    yield Word("corr", 27, "double", when_empty="nan", warning=mean, is_exact=True)
    yield Word("wvar", 30, "mean", when_empty="nan", warning=DEGREES)
    yield Word("wstd", 31, "mean", when_empty="nan", warning=DEGREES)
    yield Word("rwvar", 32, "mean", when_empty="nan", warning=DEGREES)
    yield Word("rwstd", 33, "mean", when_empty="nan", warning=DEGREES)
    yield Word("mean", 20, "mean", when_empty="nan", warning=mean, is_exact=True)
    yield Word("var", 21, "mean", when_empty="nan", warning=DEGREES, is_exact=True)
    yield Word("std", 22, "mean", when_empty="nan", warning=DEGREES, is_exact=True)
    yield Word("logsumexp", 23, "mean")
    yield Word("first", 28, "same", when_empty="error")
    yield Word("last", 29, "same", when_empty="error")
    # norm by its ord
    yield Word("norm", 17, "mean", is_exact=True)
    yield Word("norm1", 15, "mean", is_exact=True)
    yield Word("norminf", 18, "mean", when_empty="error")
    yield Word("norm0", 10, "mean")
    yield Word("nancount", 24, "index", True)
    yield Word("nansum", 1, "sum", True, is_exact=True)
    yield Word("nanprod", 2, "sum", True)
    yield Word("nanmin", 3, "same", True, when_empty="nan", warning=nothing)
    yield Word("nanmax", 4, "same", True, when_empty="nan", warning=nothing)
    yield Word("nanargmin", 6, "index", True, when_empty="error", fields=("index",))
    yield Word("nanargmax", 7, "index", True, when_empty="error", fields=("index",))
    yield Word("nanfirst", 28, "same", True, when_empty="nan", warning=nothing)
    yield Word("nanlast", 29, "same", True, when_empty="nan", warning=nothing)
    yield Word("nanmean", 20, "mean", True, when_empty="nan", warning=mean, is_exact=True)
    yield Word("nanvar", 21, "mean", True, when_empty="nan", warning=DEGREES + ".", is_exact=True)
    yield Word("nanstd", 22, "mean", True, when_empty="nan", warning=DEGREES + ".", is_exact=True)
    yield Word("median", 101, "between", when_empty="nan", warning=mean)
    yield Word("quantile", 102, "between", when_empty="nan", warning=mean)
    yield Word("topk", 103, "same", fields=("value", "index"))
    yield Word("bottomk", 104, "same", fields=("value", "index"))
    yield Word("mode", 105, "same", when_empty="error", fields=("value", "number"))
    yield Word("nunique", 106, "index")
    yield Word("nanmedian", 101, "between", True, when_empty="nan", warning=nothing)
    yield Word("nanquantile", 102, "between", True, when_empty="nan", warning=nothing)


WORDS = {word.name: word for word in _rows()}
PAIRED = ("dot", "wmean", "cov", "corr", "wvar", "wstd", "rwvar", "rwstd")  # take y, too
ALONE = [name for name in WORDS if name not in (*PAIRED, "quantile", "nanquantile", "topk", "bottomk")]  # take x alone
FOLDING = [name for name, word in WORDS.items() if not word.selects]
_LIKE_SUM = {"sum", "prod", "nansum", "nanprod"}
_TAKES_DTYPE = {"sum", "mean"}  # results of words, whose type may be asked for


def _result_type(word, dtype):
    """The type that NumPy's function of that name gives."""
    if word.result == "sum":
        if dtype.kind in "bi":
            return I8
        return U8 if dtype.kind == "u" else dtype
    if word.result == "mean":
        return dtype if is_float(dtype) else F8
    if word.result == "between":
        return (F4 if dtype.itemsize == 2 else dtype) if is_float(dtype) else F8
    return {"same": dtype, "index": INTP, "bool": BOOL, "double": F8}[word.result]


def _asked_type(word, dtype, asked):
    if word.result not in _TAKES_DTYPE:
        raise TypeError(f"{word.name} takes no dtype")
    asked = np.dtype(asked).newbyteorder("=")
    if code_of(asked) is None or asked.kind == "b":
        raise TypeError(f"{word.name} has no result of dtype {asked}: integers and f2, f4, f8 there are")
    if asked.kind in "iu" and (word.result == "mean" or is_float(dtype)):
        raise TypeError(
            f"{word.name} of {dtype} has no result of dtype {asked}: leave dtype out, or convert elements by "
            f"x.astype({str(asked)!r})"
        )
    return asked


class Value(namedtuple("Value", ("word", "field", "dtype", "final"))):
    """A result of a word, in a field of clr_arrays: its type as the library writes it, and as the caller gets it."""

    __slots__ = ()

    @property
    def is_alike(self):
        """Whether the bytes that the library writes are those of the caller's type."""
        if self.dtype == self.final:
            return True
        is_plain = self.final.kind in "iub" or is_bfloat(self.final)
        return self.dtype.itemsize == self.final.itemsize and self.dtype.kind in "iu" and is_plain

    def finish(self, array):
        """The caller's type of what the library wrote."""
        if self.dtype == self.final:
            return array
        if self.is_alike:
            return array.view(self.final)
        with np.errstate(over="ignore"):
            return array.astype(self.final)


class Kind:
    """Words on elements of one type, as the library's calls take them. Never changes: threads share it."""

    def __init__(self, names, dtype, asked, ddof, accuracy, selection):
        self.dtype = dtype
        self.selection = selection
        self.words = tuple(WORDS[name] for name in names)
        self.reductions = ffi.new("clr_reduction[]", len(names))
        self.values = []
        for word, reduction in zip(self.words, self.reductions):
            self._describe(word, reduction, asked, ddof, accuracy)
        self.selects = all(word.selects for word in self.words)
        has_record = not selection and not any("number" in word.fields for word in self.words)
        self.record = _record_of(self) if has_record else None
        self.host_folds = _context.host_folds(self)
        is_of_floats = is_float(dtype)
        at_any_order = accuracy != 2
        self.any_order = at_any_order and not any(
            "index" in word.fields or (is_of_floats and word.op in (2, 23)) or word.is_end or word.is_weighted_spread
            for word in self.words
        )

    def _describe(self, word, reduction, asked, ddof, accuracy):
        final = _result_type(word, self.dtype) if asked is None else _asked_type(word, self.dtype, asked)
        if self.selection:
            self._select(reduction, self.selection)
            final = self.dtype if self.selection.takes_element else final
        reduction.size = ffi.sizeof("clr_reduction")
        reduction.op = word.op
        reduction.type = code_of(self.dtype)
        reduction.accuracy = accuracy
        reduction.nan = word.ignores_nan
        reduction.ddof = ddof if word.takes_ddof else 0
        reduction.result = self._result_code(word, final, accuracy)
        for field in word.fields:
            of_field = INTP if field in _COUNTS else final
            self.values.append(Value(word, field, self._written(reduction, field, of_field), of_field))

    def _select(self, reduction, selection):
        if selection.quantiles:
            self._quantiles = reduction.quantiles = ffi.new("double[]", selection.quantiles)
            reduction.quantile_count = len(selection.quantiles)
        reduction.interpolation = selection.interpolation
        reduction.k = selection.k

    def _result_code(self, word, final, accuracy):
        """The result type to ask the library for: 0 is the operator's own."""
        if word.result not in _TAKES_DTYPE | {"double"} and word.name != "dot" or word.name in ("norm0", "norminf"):
            return 0
        if not is_float(final):
            return 0
        if final.itemsize == 2:
            return code_of(final) if word.is_exact and accuracy <= 1 else F32
        return CODES[final]

    def _written(self, reduction, field, final):
        if field in _COUNTS:
            return U8
        if self.selection and self.selection.takes_element:
            return _DTYPES[reduction.type]
        lib = library_alone()
        code = reduction.result or lib.clr_operator_result(reduction.op, reduction.type)
        if code not in _DTYPES:
            raise of_status(-4, f"{lib.clr_operator_name(reduction.op)} has no result of {self.dtype}")
        return _DTYPES[code]

    def may_be_empty(self, masked):
        """Whether a result of a shape with elements may have no value for what the data are."""
        return any(word.when_empty != "value" and (masked or word.ignores_nan) for word in self.words)


def _record_of(kind):
    """Where a flat call writes its results, of one value or two or an index each: a NumPy dtype with a field "r0", "r1",
    ... for each of them."""
    results = ffi.new("clr_result[]", len(kind.words))
    results[0].size = ffi.sizeof("clr_result")
    size, reason = ffi.new("uint64_t *"), ffi.new("char[]", _REASON)
    status = library_alone().clr_record_describe(kind.reductions, len(kind.words), results, size, reason, _REASON)
    if status:
        raise of_status(status, text(reason))
    offsets = []
    for word, result in zip(kind.words, results):
        places = {"value": result.offset, "second": result.second_offset, "index": result.index_offset}
        offsets += [places[field] for field in word.fields]
    names = [f"r{number}" for number in range(len(offsets))]
    formats = [value.dtype for value in kind.values]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size[0]})


def kind_of(names, dtype, asked=None, ddof=0, accuracy=None, selection=None):
    """The kind, of which equal ones are one, but for those of many quantiles, which are not kept."""
    make = _make.__wrapped__ if selection and len(selection.quantiles) > _QUANTILES_MOST else _make
    return make(names, dtype, asked, ddof, accuracy, selection)


@functools.lru_cache(maxsize=256)
def _make(names, dtype, asked, ddof, accuracy, selection):
    if accuracy not in LEVELS:
        levels = ", ".join(repr(level) for level in LEVELS if level)
        raise ValueError(f"accuracy {accuracy!r} is no level: None, {levels}")
    return Kind(names, dtype, asked, ddof, LEVELS[accuracy], selection)
