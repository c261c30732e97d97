# SPDX-License-Identifier: Apache-2.0
"""
compare_torch - torch's reductions: on the first CUDA device if COMPARE_KIND is gpu, else on the CPU. f32 is
folded in f32.

Usage: see compare_common.h
"""
import os
import sys
import numpy
import torch
from compare_common import Peer, numpy_array

DEVICE = "cuda" if os.environ.get("COMPARE_KIND") == "gpu" else "cpu"

CALLS = {
    "sum-f32": torch.sum,
    "sum-f64": torch.sum,
    "max-f32": torch.max,
    "argmax-f32": torch.argmax,
    "std-f32": lambda x: torch.std(x, correction=0),
    "dot-f32": torch.dot,
    "nrm2-f32": torch.linalg.vector_norm,
}


def load(path, count):
    """A file's first elements, on the device."""
    return torch.from_numpy(numpy_array(numpy, path, count)).to(DEVICE)


if DEVICE == "cuda" and not torch.cuda.is_available():
    sys.exit("torch: it sees no CUDA device.")
Peer(f"torch {DEVICE}", torch.__version__, "f32", CALLS, load, lambda value: value.item(),
     torch.cuda.synchronize if DEVICE == "cuda" else None).run()
