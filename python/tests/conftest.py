# SPDX-License-Identifier: Apache-2.0
"""What the tests share: how a result is compared with NumPy's."""

import os

import numpy as np
import pytest

# Tests are of devices, unless they, or whoever runs them, say otherwise.
os.environ.setdefault("CLREDUCE_HOST_ELEMENTS", "0")


def _assert_as(got, want, rtol=1e-6):
    """The same type, dtype and shape as NumPy's, and values that differ by roundings alone."""
    assert isinstance(got, np.ndarray) == isinstance(want, np.ndarray), (type(got), type(want))
    got, want = np.asarray(got), np.asarray(want)
    assert (got.dtype, got.shape) == (want.dtype, want.shape)
    np.testing.assert_allclose(got, want, rtol=rtol, atol=1e-6)


@pytest.fixture
def assert_as():
    return _assert_as
