# SPDX-License-Identifier: Apache-2.0
"""`python -m clreduce`: what is here, and what is missing."""

import sys

from ._doctor import doctor

sys.exit(0 if doctor() else 1)
