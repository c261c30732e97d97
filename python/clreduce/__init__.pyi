# Written by generate_stubs.py.
from collections.abc import Sequence
from typing import Any, Literal

from numpy import dtype as _dtype
from numpy import int64
from numpy.typing import DTypeLike, NDArray

_Axis = int | Sequence[int] | None
_Accuracy = Literal["exact", "reproducible", "fast", "relaxed"] | None

__version__: str

class Accumulator:
    """The states of the results of one word, of parts of an array; those of all parts merge to those of the array."""

    @classmethod
    def of(cls, x: Any, op: str = 'sum', axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, *, y: Any = None, where: Any = True, ddof: float = 0, by: Any = None, groups: int | None = None, segments: Any = None) -> Accumulator:
        """The states of a word's results: of the function of that name, whose parameters these are."""
    @classmethod
    def empty(cls, elements: DTypeLike, op: str = 'sum', shape: _Axis = (), *, dtype: DTypeLike | None = None, ddof: float = 0) -> Accumulator:
        """The states of no elements of the dtype `elements`, which merge with those of that word and shape."""
    @classmethod
    def load(cls, stored: bytes | bytearray | memoryview, shape: _Axis = None) -> Accumulator:
        """The accumulator whose bytes store() has given, or the command's --save, on whatever machine."""
    def merge(self, other: Accumulator) -> None:
        """Adds what `other` has met, result to result. ValueError if it is of another word, dtype or shape."""
    def __add__(self, other: Accumulator) -> Accumulator: ...
    def __radd__(self, other: Accumulator) -> Accumulator:
        """0 + an accumulator, with which Python's sum() of accumulators begins."""
    def shift(self, by: Any) -> None:
        """Adds `by` to the indices of argmin, argmax, first and last: where the part begins in the whole."""
    def derive(self, op: str, *, dtype: DTypeLike | None = None, ddof: float = 0) -> Accumulator:
        """The accumulator of another word of the same elements: of var for one sum, mean, var, std and norm, of sum
        for mean, and the other way round. UnsupportedError where this one does not know enough."""
    def value(self) -> Any:
        """The results as the word gives them, a scalar or an array; of minmax a tuple; of argmin and argmax the
        extremes, whose places indices() has. Warnings and errors of results of no elements are the word's."""
    def indices(self) -> Any:
        """Of argmin and argmax where the extremes are, as these functions give it; of first and last likewise."""
    @property
    def op(self) -> str: ...
    @property
    def dtype(self) -> _dtype[Any]: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def count(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any) -> Accumulator:
        """The accumulator of results i to j along the first axis, acc[i:j], or of those of one index, acc[i]."""
    @property
    def fold(self) -> str: ...
    def words(self) -> NDArray[int64]:
        """The states as an array of int64: plain sums, or minima, of such arrays merge them (docs/accumulator.md).
        Of argmin, argmax, first and last there are two rounds: see keep_best()."""
    def from_words(self, words: Any) -> Accumulator:
        """The accumulator of merged words, of this one's word and shape. They are checked: ValueError of what is no
        state, OpenCLError if a part has failed."""
    def keep_best(self, best: Accumulator) -> None:
        """Forgets the results whose value is not that of `best`. Merged words of argmin and argmax have the best
        value and the lowest index, which may be of different parts: a second round, of words after this, mends that."""
    def store(self) -> bytes:
        """The states as bytes, the same on every machine; equal states are equal bytes."""
    def __eq__(self, other: object) -> bool: ...

class Error(Exception):
    """What the library refused, or failed at; the text says what, where and what to do."""


class NoDeviceError(Error):
    """There is no OpenCL loader, no driver, or no device that matches."""


class DeviceMemoryError(Error, MemoryError):
    """Device memory ran out."""


class ForkedError(Error, RuntimeError):
    """This process is a fork of one that used OpenCL, which does not survive that."""


class OpenCLError(Error, RuntimeError):
    """A call of OpenCL failed."""


class SelfTestError(Error, RuntimeError):
    """The device computed a known reduction wrongly."""


class BuildError(OpenCLError):
    """A kernel could not be built; the compiler's words are in `build_log`."""

    build_log: str

class UnsupportedError(Error, NotImplementedError):
    """This device or this version cannot do what was asked."""


def all(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Whether no element is 0."""
def any(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Whether some element is not 0."""
def argmax(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Index of the largest element; of the first NaN if there is one."""
def argmin(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Index of the smallest element; of the first NaN if there is one."""
def average(a: Any, axis: _Axis = None, weights: Any = None, returned: Any = False, *, keepdims: bool = False, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, queue: Any = None) -> Any:
    """Weighted mean, exact: the sum of products over the sum of weights, rounded once."""
def bottomk(x: Any, k: int, axis: _Axis = None, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> tuple[Any, Any]:
    """The k smallest elements, the smallest first."""
def corrcoef(x: Any, y: Any = None, rowvar: Any = True, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """Pearson's correlations of variables, exact, rounded once: a matrix, or 1.0 of one variable."""
def count(x: Any, axis: _Axis = None, *, keepdims: bool = False, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, queue: Any = None) -> int:
    """How many elements there are, 0 or not, but for those that `where` leaves out."""
def count_nonzero(x: Any, axis: _Axis = None, *, keepdims: bool = False, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, queue: Any = None) -> Any:
    """How many elements are not 0."""
def cov(m: Any, y: Any = None, rowvar: Any = True, bias: Any = False, ddof: float | None = None, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """Covariances of variables, exact, rounded once: a matrix, or a scalar of one variable."""
def doctor() -> bool:
    """Prints what there is of Python, library, loader and devices, and what to do about what is missing."""
def dot(x: Any, y: Any, axis: _Axis = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Sum of products, exact, rounded once."""
def first(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """The first element, whatever it is."""
def last(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """The last element, whatever it is."""
def logsumexp(x: Any, axis: _Axis = None, keepdims: bool = False, *, dtype: DTypeLike | None = None, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Logarithm of the sum of e^x, without overflow. As scipy.special.logsumexp; the rest as of sum()."""
def max(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True, *, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Largest element; NaN if there is one."""
def mean(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Mean: exact, rounded once."""
def median(x: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """Median: exact, rounded once; NaN if there is one."""
def min(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True, *, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Smallest element; NaN if there is one."""
def minmax(x: Any, axis: _Axis = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, queue: Any = None) -> tuple[Any, Any]:
    """Smallest and largest element, in one pass: a tuple. As numpy.min and numpy.max; the rest as of sum()."""
def mode(x: Any, axis: _Axis = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> tuple[Any, Any]:
    """The most frequent element, of equally frequent ones the smallest; NaN if there is one."""
def nanargmax(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Index of the largest element but for NaNs."""
def nanargmin(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Index of the smallest element but for NaNs."""
def nancount(x: Any, axis: _Axis = None, *, keepdims: bool = False, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, queue: Any = None) -> Any:
    """The same but for NaNs."""
def nanfirst(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """The first element that is no NaN."""
def nanlast(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """The last element that is no NaN."""
def nanmax(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True, *, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Largest element but for NaNs."""
def nanmean(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Mean of the elements but for NaNs."""
def nanmedian(x: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """Median of the elements but for NaNs."""
def nanmin(x: Any, axis: _Axis = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True, *, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Smallest element but for NaNs."""
def nanpercentile(x: Any, q: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear', keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """The same, from 0 to 100."""
def nanprod(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True, *, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None, min_count: int = 0) -> Any:
    """Product of the elements but for NaNs. Where fewer than `min_count` elements count the result is NaN."""
def nanquantile(x: Any, q: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear', keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """Quantiles of the elements but for NaNs."""
def nanstd(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True, correction: Any = None, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Standard deviation of the elements but for NaNs."""
def nansum(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True, *, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None, min_count: int = 0) -> Any:
    """Sum of the elements but for NaNs. Where fewer than `min_count` elements count the result is NaN."""
def nanvar(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True, correction: Any = None, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Variance of the elements but for NaNs."""
def norm(x: Any, ord: Any = None, axis: _Axis = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Norm of a vector, or of all elements: the root of the sum of squares, exact, rounded once."""
def nunique(x: Any, axis: _Axis = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """How many different elements there are; all NaNs are one."""
def percentile(x: Any, q: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear', keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """Quantiles q, from 0 to 100: exact, rounded once."""
def prod(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True, *, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None, min_count: int = 0) -> Any:
    """Product of the elements, in one published order. Where fewer than `min_count` elements count the result is NaN."""
def quantile(x: Any, q: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear', keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """Quantiles q, from 0 to 1: exact, rounded once."""
def reduce(x: Any, words: Any, axis: _Axis = None, keepdims: bool = False, *, where: Any = True, ddof: float = 0, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> list[Any]:
    """Several words of one array in one pass, such as reduce(x, ["sum", "max"])."""
def std(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True, correction: Any = None, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Standard deviation: the root of the exact variance, rounded once."""
def sum(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True, *, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None, min_count: int = 0) -> Any:
    """Sum of the elements: exact, rounded once. Where fewer than `min_count` elements count the result is NaN."""
def topk(x: Any, k: int, axis: _Axis = None, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> tuple[Any, Any]:
    """The k largest elements, the largest first."""
def var(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True, correction: Any = None, by: Any = None, groups: int | None = None, segments: Any = None, accuracy: _Accuracy = None, queue: Any = None) -> Any:
    """Variance: exact, rounded once."""
def wstd(x: Any, axis: _Axis = None, *, fweights: Any = None, aweights: Any = None, ddof: float = 0, keepdims: bool = False, where: Any = True, accuracy: _Accuracy = None, by: Any = None, groups: int | None = None, segments: Any = None, queue: Any = None) -> Any:
    """Standard deviation with frequency weights, or with reliability weights."""
def wvar(x: Any, axis: _Axis = None, *, fweights: Any = None, aweights: Any = None, ddof: float = 0, keepdims: bool = False, where: Any = True, accuracy: _Accuracy = None, by: Any = None, groups: int | None = None, segments: Any = None, queue: Any = None) -> Any:
    """Variance with frequency weights, or with reliability weights."""
