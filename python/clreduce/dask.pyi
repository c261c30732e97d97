# Written by generate_stubs.py.
from collections.abc import Sequence
from typing import Any, Literal

from numpy import dtype as _dtype
from numpy import int64
from numpy.typing import DTypeLike, NDArray

_Axis = int | Sequence[int] | None
_Accuracy = Literal["exact", "reproducible", "fast", "relaxed"] | None

def all(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.all, of an array of dask: an array of dask with the same bits."""
def any(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.any, of an array of dask: an array of dask with the same bits."""
def argmax(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.argmax, of an array of dask: an array of dask with the same bits."""
def argmin(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.argmin, of an array of dask: an array of dask with the same bits."""
def average(x: Any, axis: _Axis = None, weights: Any = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.average, of an array of dask: an array of dask with the same bits."""
def bottomk(x: Any, k: int, axis: _Axis = None, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> tuple[Any, Any]:
    """As clreduce.bottomk, of an array of dask with one chunk along the reduced axes."""
def count(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> int:
    """As clreduce.count, of an array of dask: an array of dask with the same bits."""
def count_nonzero(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.count_nonzero, of an array of dask: an array of dask with the same bits."""
def dot(x: Any, y: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.dot, of an array of dask: an array of dask with the same bits."""
def first(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.first, of an array of dask: an array of dask with the same bits."""
def last(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.last, of an array of dask: an array of dask with the same bits."""
def max(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.max, of an array of dask: an array of dask with the same bits."""
def mean(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.mean, of an array of dask: an array of dask with the same bits."""
def median(x: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """As clreduce.median, of an array of dask with one chunk along the reduced axes."""
def min(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.min, of an array of dask: an array of dask with the same bits."""
def minmax(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> tuple[Any, Any]:
    """As clreduce.minmax, of an array of dask: an array of dask with the same bits."""
def mode(x: Any, axis: _Axis = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> tuple[Any, Any]:
    """As clreduce.mode, of an array of dask with one chunk along the reduced axes."""
def nanargmax(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanargmax, of an array of dask: an array of dask with the same bits."""
def nanargmin(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanargmin, of an array of dask: an array of dask with the same bits."""
def nancount(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nancount, of an array of dask: an array of dask with the same bits."""
def nanfirst(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanfirst, of an array of dask: an array of dask with the same bits."""
def nanlast(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanlast, of an array of dask: an array of dask with the same bits."""
def nanmax(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanmax, of an array of dask: an array of dask with the same bits."""
def nanmean(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanmean, of an array of dask: an array of dask with the same bits."""
def nanmedian(x: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """As clreduce.nanmedian, of an array of dask with one chunk along the reduced axes."""
def nanmin(x: Any, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanmin, of an array of dask: an array of dask with the same bits."""
def nanpercentile(x: Any, q: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear', keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """As clreduce.nanpercentile, of an array of dask with one chunk along the reduced axes."""
def nanquantile(x: Any, q: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear', keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """As clreduce.nanquantile, of an array of dask with one chunk along the reduced axes."""
def nanstd(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, ddof: float = 0, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanstd, of an array of dask: an array of dask with the same bits."""
def nansum(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nansum, of an array of dask: an array of dask with the same bits."""
def nanvar(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, ddof: float = 0, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.nanvar, of an array of dask: an array of dask with the same bits."""
def norm(x: Any, ord: Any = None, axis: _Axis = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.norm, of an array of dask: an array of dask with the same bits."""
def nunique(x: Any, axis: _Axis = None, keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """As clreduce.nunique, of an array of dask with one chunk along the reduced axes."""
def percentile(x: Any, q: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear', keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """As clreduce.percentile, of an array of dask with one chunk along the reduced axes."""
def prod(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.prod, of an array of dask: an array of dask with the same bits."""
def quantile(x: Any, q: Any, axis: _Axis = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear', keepdims: bool = False, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> Any:
    """As clreduce.quantile, of an array of dask with one chunk along the reduced axes."""
def std(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, ddof: float = 0, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.std, of an array of dask: an array of dask with the same bits."""
def sum(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.sum, of an array of dask: an array of dask with the same bits."""
def topk(x: Any, k: int, axis: _Axis = None, *, where: Any = True, by: Any = None, groups: int | None = None, segments: Any = None) -> tuple[Any, Any]:
    """As clreduce.topk, of an array of dask with one chunk along the reduced axes."""
def var(x: Any, axis: _Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False, ddof: float = 0, split_every: Any = None, *, by: Any = None, groups: int | None = None, where: Any = None) -> Any:
    """As clreduce.var, of an array of dask: an array of dask with the same bits."""
