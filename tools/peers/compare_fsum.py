# SPDX-License-Identifier: Apache-2.0
"""
compare_fsum - Python's math.fsum, a sum that is rounded once.

Usage: see compare_common.h
"""
import math
import platform
from compare_common import Peer, plain_view

Peer("fsum", platform.python_version(), "exact", {"sum-f32": math.fsum, "sum-f64": math.fsum}, plain_view).run()
