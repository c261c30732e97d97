#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what pip and importlib.metadata want to know of an installed package, as scikit-build-core would.

    metadata.py PYPROJECT VERSION FOLDER
"""

import pathlib
import sys
import tomllib

from pyproject_metadata import StandardMetadata

pyproject, version, folder = sys.argv[1:]
project = pathlib.Path(pyproject)
metadata = StandardMetadata.from_pyproject(tomllib.loads(project.read_text("utf-8")), project.parent)
metadata.dynamic.remove("version")
metadata.version = version
info = pathlib.Path(folder, f"{metadata.name}-{version}.dist-info")
info.mkdir()
(info / "METADATA").write_bytes(bytes(metadata.as_rfc822()))
(info / "INSTALLER").write_text("dpkg\n", "utf-8")
