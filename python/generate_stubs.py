#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes clreduce/__init__.pyi and dask.pyi, what editors and type checkers read: the functions are made by functions,
which these do not run.

    python3 generate_stubs.py [FOLDER]

Needs dask.
"""

import inspect
import pathlib
import sys

import clreduce
import clreduce.dask

PACKAGE = pathlib.Path(__file__).resolve().parent / "clreduce"

HEAD = """# Written by generate_stubs.py.
from collections.abc import Sequence
from typing import Any, Literal

from numpy import dtype as _dtype
from numpy import int64
from numpy.typing import DTypeLike, NDArray

_Axis = int | Sequence[int] | None
_Accuracy = Literal["exact", "reproducible", "fast", "relaxed"] | None

"""

# By a parameter's name; others may be anything that the call takes.
ANNOTATIONS = {
    "axis": "_Axis", "dtype": "DTypeLike | None", "keepdims": "bool", "ddof": "float", "groups": "int | None", "k": "int",
    "method": "str", "overwrite_input": "bool", "min_count": "int",
    "accuracy": "_Accuracy", "op": "str", "shape": "_Axis",
    "other": "Accumulator", "best": "Accumulator", "stored": "bytes | bytearray | memoryview",
    "elements": "DTypeLike",
}  # fmt: skip

RETURNS = {
    "doctor": "bool", "minmax": "tuple[Any, Any]", "topk": "tuple[Any, Any]", "bottomk": "tuple[Any, Any]",
    "mode": "tuple[Any, Any]", "reduce": "list[Any]", "of": "Accumulator", "empty": "Accumulator",
    "load": "Accumulator", "merge": "None", "shift": "None", "derive": "Accumulator", "words": "NDArray[int64]",
    "from_words": "Accumulator", "keep_best": "None", "store": "bytes", "dtype": "_dtype[Any]", "shape":
    "tuple[int, ...]", "count": "int", "fold": "str", "__add__": "Accumulator", "__radd__": "Accumulator",
    "__getitem__": "Accumulator", "__len__": "int", "__eq__": "bool", "op": "str", "build_log": "str",
}  # fmt: skip


def parameters_of(function):
    """A function's parameters as its definition has them, with their types."""
    parts, is_named = [], False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not is_named:
            is_named = True
            parts.append("*")
        text = parameter.name
        if text not in ("self", "cls"):
            kind = "object" if function.__name__ == "__eq__" else ANNOTATIONS.get(text, "Any")
            is_open = parameter.default is None and kind in ("float", "int", "str")
            text += f": {kind}{' | None' if is_open else ''}"
        if parameter.default is not parameter.empty:
            text += f" = {parameter.default!r}"
        parts.append(text)
    return ", ".join(parts)


def paragraph(document, indent):
    """The first paragraph of a docstring, as one."""
    lines = inspect.cleandoc(document).split("\n\n")[0].split("\n")
    return '"""' + "\n".join([lines[0], *(indent + line for line in lines[1:])]) + '"""'


def function_text(function, indent=""):
    name, inner = function.__name__, indent + "    "
    head = f"{indent}def {name}({parameters_of(function)}) -> {RETURNS.get(name, 'Any')}:"
    if not function.__doc__:
        return f"{head} ...\n"
    return f"{head}\n{inner}{paragraph(function.__doc__, inner)}\n"


def member_text(name, member):
    if isinstance(member, property):
        return f"    @property\n    def {name}(self) -> {RETURNS[name]}: ...\n"
    if isinstance(member, classmethod):
        return f"    @classmethod\n{function_text(member.__func__, '    ')}"
    return function_text(member, "    ")


def class_text(kind):
    """A class with what it has of its own that users call."""
    bases = ", ".join(base.__name__ for base in kind.__bases__ if base is not object)
    text = f"class {kind.__name__}{f'({bases})' if bases else ''}:\n    {paragraph(kind.__doc__, '    ')}\n\n"
    for name, member in vars(kind).items():
        is_public = (not name.startswith("_") or name in RETURNS) and name != "rounded"  # clreduce.dask's
        if is_public and (callable(member) or isinstance(member, (classmethod, property))):
            text += member_text(name, member)
        elif is_public and isinstance(member, str):
            text += f"    {name}: {RETURNS[name]}\n"
    return text + "\n"


def module_text(module):
    text = HEAD
    if module is clreduce:
        text += "__version__: str\n\n"
    values = [getattr(module, name) for name in module.__all__]
    classes = [value for value in values if isinstance(value, type)]
    for kind in sorted(classes, key=lambda kind: len(kind.__mro__)):
        text += class_text(kind)
    for value in values:
        if not isinstance(value, type):
            text += function_text(value)
    return text


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE
    for module, name in [(clreduce, "__init__.pyi"), (clreduce.dask, "dask.pyi")]:
        (folder / name).write_text(module_text(module), encoding="utf-8")


if __name__ == "__main__":
    main()
