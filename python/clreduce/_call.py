# SPDX-License-Identifier: Apache-2.0
"""What a call asks for beside its words and its array."""

from typing import Any, NamedTuple

import numpy as np

_NO_VALUE = getattr(np, "_NoValue", None)  # of parameters that NumPy's functions hand on
NOT_TAKEN = object()  # initial of a call that has no such parameter


class Call(NamedTuple):
    """The parameters of the package's functions, as their callers gave them."""

    axis: Any = None
    dtype: Any = None
    out: Any = None
    keepdims: bool = False
    initial: Any = None
    where: Any = True
    ddof: Any = 0
    accuracy: Any = None
    by: Any = None
    groups: Any = None
    segments: Any = None
    queue: Any = None
    other: Any = None  # the second array of dot

    @property
    def takes_initial(self):
        return self.initial is not NOT_TAKEN

    @property
    def is_masked(self):
        return self.where is not True and self.where is not _NO_VALUE

    @property
    def has_initial(self):
        return not any(self.initial is none for none in (None, _NO_VALUE, NOT_TAKEN))
