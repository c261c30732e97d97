#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Tests the command as its users meet it: by command lines, files and pipes.
#
#   run.sh CLREDUCE MAKE_NPY [TOPIC [FAULT_LAYER]]
#
# CLREDUCE and MAKE_NPY are the programs, TOPIC is a file of this folder without its .sh, "all" if it
# is left out, and FAULT_LAYER the library for OPENCL_LAYERS that lets a device pretend to be a lesser
# one. Prints a line for each test that failed or was skipped and a count. Exit status: 0 none
# failed, 1 some did, 2 the tests could not be run.
set -u

stop()
{
    echo "run.sh: $*" >&2
    exit 2
}

if [ $# -lt 2 ] || [ $# -gt 4 ]; then
    stop "usage: run.sh CLREDUCE MAKE_NPY [TOPIC [FAULT_LAYER]]"
fi
here=$(cd "$(dirname "$0")" && pwd)
source_folder=$(cd "$here/../.." && pwd)
topics=(answers texts fields operators checks policies own inputs stats merge parts outputs json errors chunks large devices place options
    ladder launched variants sizes levels lengths explain lessons tune warm shapes labels keys taken views hist together host seeds errands tables dates formats selections)
[ "${3:-all}" = all ] || topics=("$3")
layer=
[ -z "${4:-}" ] || layer=$(realpath -e "$4") || stop "there is no $4"
for program in jq clinfo setpriv script; do
    command -v "$program" >/dev/null || stop "$program is not installed"
done

work=$(mktemp -d)
trap 'umount full 2>/dev/null; cd / && rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work/bin"
for program in "$1" "$2"; do
    ln -s "$(realpath -e "$program")" "$work/bin/$(basename "$program")" || stop "there is no $program"
done
PATH=$work/bin:$PATH
unset CLREDUCE_DEVICE OPENCL_LAYERS
export CLREDUCE_TUNING=
# What script starts runs in SHELL, which is any shell at all, or none.
export SHELL=/bin/sh LC_ALL=C OCL_ICD_VENDORS=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors/pocl.icd}
export source_folder layer
exec </dev/null
cd "$work" || stop "no folder to work in"

# shellcheck source=support.sh
. "$here/support.sh"
for topic in "${topics[@]}"; do
    [ -f "$here/$topic.sh" ] || stop "there is no topic $topic"
    # shellcheck source=/dev/null
    . "$here/$topic.sh"
done
[ "$skipped" = 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
