# SPDX-License-Identifier: Apache-2.0
"""Prints a description of a library without what its structs have grown by since another one: programs do not notice
members behind the end of a struct that begins with its size. A member in what was padding stays: the size does not tell
of it.

    cut_growth.py STORED DESCRIPTION
"""

import sys
import xml.etree.ElementTree as xml

_OFFSET = "layout-offset-in-bits"
_SIZE = "size-in-bits"


def _structs(root):
    return {struct.get("name"): struct for struct in root.iter("class-decl") if struct.get(_SIZE)}


def _begins_with_size(struct):
    return struct.find("data-member/var-decl").get("name") == "size"


def _cut(struct, size):
    for member in struct.findall("data-member"):
        if int(member.get(_OFFSET)) >= int(size):
            struct.remove(member)
    struct.set(_SIZE, size)


stored, description = (xml.parse(path) for path in sys.argv[1:])
before = _structs(stored.getroot())
for name, struct in _structs(description.getroot()).items():
    size = before[name].get(_SIZE) if name in before else struct.get(_SIZE)
    if int(size) < int(struct.get(_SIZE)) and _begins_with_size(struct):
        _cut(struct, size)
description.write(sys.stdout, encoding="unicode")
