# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What tools/run.sh and tools/test.sh share: saying what is done, and installing what is missing.
# To be sourced.

# All the machine needs to build the library and the command, and a device to run them on.
# shellcheck disable=SC2034
build_packages="gcc libc6-dev make cmake pkg-config opencl-headers ocl-icd-opencl-dev libjansson-dev
    libgmp-dev libxml2-dev zlib1g-dev libzstd-dev liblzma-dev libbz2-dev libzip-dev
    pocl-opencl-icd clinfo"

# And to build the tests that need no device.
# shellcheck disable=SC2034
pure_packages="g++ libcmocka-dev libmpfr-dev"

say()
{
    printf '\n== %s\n' "$*"
}

stop()
{
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Shows a command, so that its reader can use it without this script, and runs it. Shown on
# standard error, as what the command itself prints may be of no interest.
step()
{
    printf '$ %s\n' "$*" >&2
    "$@"
}

is_installed()
{
    dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

can_be_installed()
{
    LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'
}

# Each argument is a package, or some of which one will do: "a|b". Prints those without any.
missing_packages()
{
    local wanted name found
    for wanted in "$@"; do
        found=no
        for name in ${wanted//|/ }; do
            ! is_installed "$name" || found=yes
        done
        [ $found = yes ] || echo "$wanted"
    done
}

# For each argument the first of its names that this distribution has.
choose_packages()
{
    local wanted name chosen
    for wanted in "$@"; do
        chosen=
        for name in ${wanted//|/ }; do
            [ -z "$chosen" ] && can_be_installed "$name" && chosen=$name
        done
        if [ -n "$chosen" ]; then
            echo "$chosen"
        else
            echo "There is no package $wanted here; going on without it." >&2
        fi
    done
}

# Runs apt-get as root, showing the command and what goes wrong, but not the hundreds of lines that
# report success.
apt_get()
{
    set -- env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"
    [ "$(id -u)" = 0 ] || set -- sudo "$@"
    step "$@" >/dev/null
}

# shellcheck disable=SC2046,SC2086
install_missing()
{
    local missing chosen
    say "What is needed"
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "This is neither Debian nor Ubuntu, so nothing is installed. Going on in the hope that"
        echo "what these packages of Debian hold is here:" "$@"
        return
    fi
    missing=$(missing_packages "$@")
    if [ -z "$missing" ]; then
        echo "Everything is installed."
        return
    fi
    echo "Missing:" $missing
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
        stop "packages are missing, and there is no sudo: become root, or have them installed."
    apt_get update || stop "apt-get update failed: is this machine online?"
    chosen=$(choose_packages $missing)
    [ -n "$chosen" ] || return 0
    apt_get install -y --no-install-recommends $chosen ||
        stop "apt-get install failed; what it said is above."
}

# build_preset PRESET [TARGET]: configures and builds a preset of CMakePresets.json in build/PRESET.
build_preset()
{
    step cmake --preset "$1"
    step cmake --build "build/$1" --parallel "$(nproc)" --target "${2:-all}"
}
