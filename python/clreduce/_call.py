# SPDX-License-Identifier: Apache-2.0
"""What a call asks for beside its words and its array."""

from collections import namedtuple

import numpy as np

_NO_VALUE = getattr(np, "_NoValue", None)  # of parameters that NumPy's functions hand on
NOT_TAKEN = object()  # initial of a call that has no such parameter


_DEFAULTS = {
    "axis": None, "dtype": None, "out": None, "keepdims": False, "initial": None, "where": True, "ddof": 0,
    "accuracy": None, "by": None, "groups": None, "segments": None, "queue": None,
    "other": None,  # the second array of dot
    "selection": None,  # a Selection, of words that have numbers of their own
}  # fmt: skip


class Selection(namedtuple("Selection", ("quantiles", "interpolation", "k", "shape"))):
    """What quantile, topk and bottomk are asked for, and the shape of a result's values, which stand in front of all
    other axes. The library has one at least: where the shape has none that one is left out."""

    __slots__ = ()

    @property
    def values(self):
        return len(self.quantiles) or self.k

    @property
    def takes_element(self):
        """Whether what lies between two elements is one of them."""
        return self.interpolation in (1, 3, 10, 11, 12)  # clr_interpolation


# A namedtuple, as here and elsewhere typing would take longer to be imported than all of the package.
class Call(namedtuple("Call", _DEFAULTS, defaults=_DEFAULTS.values())):
    """The parameters of the package's functions, as their callers gave them."""

    __slots__ = ()

    @property
    def takes_initial(self):
        return self.initial is not NOT_TAKEN

    @property
    def is_masked(self):
        return self.where is not True and self.where is not _NO_VALUE

    @property
    def has_initial(self):
        return not any(self.initial is none for none in (None, _NO_VALUE, NOT_TAKEN))
