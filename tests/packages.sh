#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the Python package in one of its forms in a fresh environment, and computes a sum by what was installed. The
# library is not optimised, so that it is built in time. Reaches PyPI.
#
#   packages.sh wheel|sdist|editable [PACKAGES...]
#
#   PACKAGES  what else is installed, for the package's tests of arrays that need them, which run then
#
# Exit status: 0 all is well, 1 something is not, after a line that says what, 77 there is no venv or no PyPI.
set -eu

form=$1
shift
source_folder=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH CLREDUCE_LIBRARY CLREDUCE_OPENCL
export SKBUILD_CMAKE_BUILD_TYPE=Debug PIP_DISABLE_PIP_VERSION_CHECK=1 CMAKE_BUILD_PARALLEL_LEVEL=2

fail()
{
    echo "packages: $*" >&2
    exit 1
}

pip()
{
    "$work/fresh/bin/pip" "$@" >"$work/log" 2>&1 || { tail -n 50 "$work/log" >&2; fail "failed: pip $*"; }
}

skip()
{
    echo "packages: $*" >&2
    exit 77
}

python3 -m venv "$work/fresh" >/dev/null 2>&1 || skip "no venv here"
"$work/fresh/bin/pip" download --quiet --no-deps --dest "$work" scikit-build-core >/dev/null 2>&1 || skip "no PyPI here"

# A copy, so that what pip writes beside sources is not written here, and what is ignored there does not help.
mkdir "$work/source"
git -C "$source_folder" ls-files -z --cached --others --exclude-standard | (cd "$source_folder" && xargs -0 ls -d 2>/dev/null) |
    tar -C "$source_folder" -cf - -T - | tar -C "$work/source" -xf -

case $form in
wheel)
    pip wheel --no-deps --wheel-dir "$work/made" "$work/source/python"
    rm -rf "$work/source"
    ;;
sdist)
    pip install build
    "$work/fresh/bin/python" -m build --sdist --outdir "$work/made" "$work/source/python" >"$work/log" 2>&1 ||
        { tail -n 50 "$work/log" >&2; fail "the source distribution is not made"; }
    rm -rf "$work/source"
    ;;
esac
if [ "$form" = editable ]; then
    pip install --editable "$work/source/python" "$@"
else
    pip install "$work"/made/* "$@"
fi

cd "$work"
"$work/fresh/bin/python" -c 'import clreduce; assert clreduce.sum([1e20, 1, -1e20]) == 1' || fail "the $form has no sum"
if [ "$form" = editable ]; then
    echo 'changed = "here"' >>"$work/source/python/clreduce/__init__.py"
    "$work/fresh/bin/python" -c 'import clreduce; assert clreduce.changed == "here"' || fail "a change is not seen"
fi
if [ $# -gt 0 ]; then
    "$work/fresh/bin/pip" install --quiet pytest
    "$work/fresh/bin/python" -m pytest -q -p no:cacheprovider "$source_folder/python/tests/test_kin.py"
    # By the host, as readers have it.
    CLREDUCE_HOST_ELEMENTS=1048576 "$work/fresh/bin/python" -m pytest -q -p no:cacheprovider \
        "$source_folder/python/tests/test_documents.py"
fi
