#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes the source distribution, and of it a wheel for each architecture of Linux and for Windows on x86-64, which
# all Pythons from 3.9 on share:
#
#   python/wheels.sh [FOLDER]     where they go: python/dist without a choice
#
# A distribution's compiler asks for its own glibc. PyPI's ziglang compiles for that of manylinux_2_28 (Debian 10,
# RHEL 8), and for both architectures; Debian's mingw-w64 for
# Windows, where the wheel is untried. The same sources give the same bytes. Tools come from PyPI, and stay in build/wheels.
#
# Exit status: 0 all is well, 1 something is not, after a line that says what.
set -eu
folder=$(realpath -m "${1:-$(dirname "$0")/dist}")
cd "$(dirname "$0")/.."
. tools/setup.sh

glibc=2.28
machine=$(uname -m)
most_bytes=2000000
work=$PWD/build/wheels
export PATH=$work/tools/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1
export ZIG_GLOBAL_CACHE_DIR=$work/zig ZIG_LOCAL_CACHE_DIR=$work/zig
# All files in wheels are of the time of the last change.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
unset CMAKE_C_COMPILER_LAUNCHER

# The tools' versions are a part of wheels' bytes.
get_tools()
{
    [ -x "$work/tools/bin/python" ] || step python3 -m venv "$work/tools"
    step pip install --quiet build==1.6.1 scikit-build-core==1.1.2 auditwheel==6.8.2 ziglang==0.17.1 twine==7.0.0
    # OpenCL's headers alone: the rest of /usr/include is of another glibc.
    mkdir -p "$work/include"
    ln -sfn /usr/include/CL "$work/include/CL"
}

# make_compiler ARCHITECTURE: a command, as CMake knows compilers. zig has x86_64_v3 for what others call x86-64-v3.
make_compiler()
{
    cat >"$work/cc-$1" <<END
#!/bin/bash
exec $work/tools/bin/python-zig cc -target $1-linux-gnu.$glibc "\${@/#-march=x86-64-v/-march=x86_64_v}"
END
    chmod +x "$work/cc-$1"
}

# build_wheel ARCHITECTURE: this machine's first, with which a program is built that the others need.
build_wheel()
{
    local platform=manylinux_${glibc/./_}_$1 other=() libgcc=
    [ "$1" = "$machine" ] || other=(
        -C cmake.define.CMAKE_SYSTEM_NAME=Linux -C cmake.define.CMAKE_SYSTEM_PROCESSOR="$1"
        -C cmake.define.CLREDUCE_READER="$work/$machine/clreduce/cmake/reader/clreduce_reader")
    # Of x86-64 zig's own library says that no processor has AVX2.
    [ "$1" != x86_64 ] || libgcc=$(x86_64-linux-gnu-gcc -print-libgcc-file-name)
    make_compiler "$1"
    rm -rf "${work:?}/$1" "$folder"/clreduce-*-"$platform".whl
    step env CC="$work/cc-$1" LDFLAGS=-s _PYTHON_HOST_PLATFORM="$platform" \
        pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$folder" -C build-dir="$work/$1" \
        -C cmake.define.OpenCL_INCLUDE_DIR="$work/include" -C cmake.define.CMAKE_C_STANDARD_LIBRARIES="$libgcc" \
        "${other[@]}" "$work"/source/*.tar.gz
    check_wheel "$folder"/clreduce-*-"$platform".whl
}

# The library opens OpenCL.dll, and needs no DLL but Windows' own (cmake/windows.cmake).
build_windows_wheel()
{
    rm -rf "$work/windows" "$folder"/clreduce-*-win_amd64.whl
    step env -u CC LDFLAGS=-s _PYTHON_HOST_PLATFORM=win-amd64 \
        pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$folder" -C build-dir="$work/windows" \
        -C cmake.define.CMAKE_TOOLCHAIN_FILE="$PWD/cmake/windows.cmake" \
        -C cmake.define.OpenCL_INCLUDE_DIR="$work/include" \
        -C cmake.define.CLREDUCE_READER="$work/$machine/clreduce/cmake/reader/clreduce_reader" "$work"/source/*.tar.gz
    check_windows_wheel "$folder"/clreduce-*-win_amd64.whl
}

# check_windows_wheel FILE: its library is there, and imports what every Windows has.
check_windows_wheel()
{
    local others
    rm -rf "$work/unpacked"
    step python -m zipfile -e "$1" "$work/unpacked"
    others=$(x86_64-w64-mingw32-objdump -p "$work/unpacked/clreduce/clreduce.dll" | sed -n 's/.*DLL Name: //p' |
        grep -viE '^(advapi32|kernel32|msvcrt)\.dll$') || true
    [ -z "$others" ] || stop "the library of $(basename "$1") needs other libraries: $others"
    [ "$(stat -c %s "$1")" -le $most_bytes ] || stop "$(basename "$1") has more than $most_bytes bytes"
}

# check_wheel FILE: its library needs no younger glibc than its name says, and no other library.
check_wheel()
{
    local said
    said=$(auditwheel show --json "$1")
    python - "$1" "$said" <<'END' || stop "auditwheel says of $(basename "$1"): $said"
import json, re, sys
said = json.loads(sys.argv[2])
named, found = (re.search(r"manylinux_2_(\d+)_(\w+)", name) for name in (sys.argv[1], said["overall_tag"]))
sys.exit(not found or said["external_libs"] != {} or int(found[1]) > int(named[1])
         or found[2] != named[2])
END
    [ "$(stat -c %s "$1")" -le $most_bytes ] || stop "$(basename "$1") has more than $most_bytes bytes"
}

install_missing python3 python3-venv cmake make "gcc-x86-64-linux-gnu|gcc" opencl-headers git gcc-mingw-w64-x86-64-posix
mkdir -p "$folder" "$work"
say "Source distribution, and wheels"
get_tools
rm -rf "$work/source"
step python -m build --no-isolation --sdist --outdir "$work/source" python >/dev/null
cp "$work"/source/*.tar.gz "$folder"
build_wheel "$machine"
for architecture in x86_64 aarch64; do
    [ $architecture = "$machine" ] || build_wheel $architecture
done
build_windows_wheel
step twine check --strict "$folder"/*
ls -l "$folder"
