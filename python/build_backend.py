# SPDX-License-Identifier: Apache-2.0
"""The package's build backend: scikit-build-core's, but that a source distribution brings the library's sources along,
in its folder library/. They lie beside python/ in the repository, where nothing else of the package is."""

import os
import pathlib
import shutil
import tempfile

from scikit_build_core import build as _build
from scikit_build_core.build import *  # noqa: F403

_PACKAGE = pathlib.Path(__file__).resolve().parent
_NEEDED = ("CMakeLists.txt", "LICENSE", "cl", "cmake", "include", "src")  # to build the library alone
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "dist", "build", ".*")


def _bring_library(copy):
    """Puts the library's sources into a copy of the package."""
    library = copy / "library"
    library.mkdir()
    for name in _NEEDED:
        source = _PACKAGE.parent / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, library / name)
    settings = copy / "pyproject.toml"
    settings.write_text(settings.read_text("utf-8").replace('"../include/', '"library/include/'), "utf-8")


def build_sdist(sdist_directory, config_settings=None):
    """Of a copy of the package with the library in it."""
    there, before = os.path.abspath(sdist_directory), os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, "python")
        shutil.copytree(_PACKAGE, copy, ignore=_LEFT_OUT)
        if not (copy / "library").exists():
            _bring_library(copy)
        os.chdir(copy)  # where scikit-build-core reads
        try:
            return _build.build_sdist(there, config_settings)
        finally:
            os.chdir(before)
