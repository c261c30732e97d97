#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The architecture's rules, checked: a folder of src/ is a floor, and a file includes only files of
# its own folder and of lower ones; within a folder no two files need each other; the command sees
# nothing of the library but its public header; no two files of the tree have one name; rooms of
# src/shape are known outside by their rows' members alone; every source names its licence.
#
#   floors.sh [ROOT]     the source tree; without it, the one this script is in
#
# Without ROOT it also breaks the rules in copies of the tree, and fails unless it notices. Prints
# one line for each violation. Exit status: 0 none, 1 some, 2 the tree is not as expected.
set -eu

# Lowest first.
floors="base opencl problem device state accumulator fold select choose compose stage shape plan host team"

stop()
{
    echo "floors.sh: $*" >&2
    exit 2
}

# "FILE INCLUDED" for each #include "..." of the files.
quoted_includes()
{
    grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' "$@" |
        sed -E 's/:[^"]*"([^"]+)"/ \1/'
}

# "FOLDER/NOUN FOLDER/NOUN" for each file of src/ that includes another, without its kind.
library_includes()
{
    (cd "$1/src" && find . -name '*.[ch]' -printf '%P\0' | xargs -0 grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"') |
        sed -E 's/\.[ch]:[^"]*"([^"]+)"/ \1/' |
        # Kernels' pieces that C compiles too belong to the one file that reads them.
        grep -v '\.cl$' | sed -E 's/\.(h|def)$//' | sort -u
}

check_floors()
{
    local root=$1 folder
    for folder in "$root"/src/*/; do
        [[ " $floors " == *" $(basename "$folder") "* ]] ||
            stop "$folder is no floor: add it to the list"
    done
    library_includes "$root" | awk -v floors="$floors" '
        BEGIN { count = split(floors, names); for (i = 1; i <= count; i++) floor[names[i]] = i }
        {
            split($1, from, "/"); split($2, to, "/")
            if (!(to[1] in floor) || floor[to[1]] > floor[from[1]]) {
                print "src/" $1 " includes " $2 ", which is on no lower floor"
                violations = 1
            }
        }
        END { exit violations }'
}

# A row file (.def) may have the name of the file that reads it.
check_circles()
{
    local circle
    circle=$(library_includes "$1" | awk '$1 != $2' | tsort 2>&1 >/dev/null) || true
    [ -n "$circle" ] || return 0
    echo "files of src/ need each other:" $(echo "$circle" | sed 's/^tsort: //; /input contains a loop/d')
    return 1
}

check_command()
{
    local root=$1
    find "$root/tools" -type f -printf '%f\n' | awk '
        FNR == NR { own[$1] = 1; next }
        !($2 in own) { # and so nothing that has a folder
            print $1 " includes " $2 ", which is none of the command'"'"'s headers"
            violations = 1
        }
        END { exit violations }' - <(quoted_includes "$root"/tools/*/*.[ch])
}

# Of C files, so that a name in a message or a comment leads to one place.
check_names()
{
    local twice
    twice=$(find "$1/src" "$1/tools" "$1/mpi" -name '*.[ch]' -printf '%f\n' | sort | uniq -d)
    [ -n "$twice" ] || return 0
    echo "names that several files have:" $twice
    return 1
}

# src/problem has the rows' names, and its table of shapes.
check_rooms()
{
    local named
    named=$(cd "$1/src" && grep -rE --include='*.[ch]' \
        '#include "shape/[a-z]+/|&clri_(carrier|front)_' base device state choose compose stage plan host team) || return 0
    echo "rooms of src/shape are named outside:" $named
    return 1
}

# Kernels have none, as their texts are put together (LICENSE holds for them, too); nor has what other programs write.
check_licences()
{
    local without
    without=$(cd "$1" && find src tools mpi tests include examples python cmake CMakeLists.txt -type f \
        -regex '.*\.\(c\|h\|cc\|[ch]pp\|def\|sh\|py\|cmake\|in\)\|.*CMakeLists.txt' ! -name _native.py 2>/dev/null |
        xargs -d '\n' grep -LF 'SPDX-License-Identifier: Apache-2.0') || true
    [ -n "$without" ] || return 0
    echo "files without the line \"SPDX-License-Identifier: Apache-2.0\":" $without
    return 1
}

check()
{
    local root=$1 violations=0
    if [ ! -d "$root/src" ] || [ ! -d "$root/tools" ]; then
        stop "$root has no src/ and tools/"
    fi
    check_floors "$root" || violations=1
    check_circles "$root" || violations=1
    check_command "$root" || violations=1
    check_names "$root" || violations=1
    check_rooms "$root" || violations=1
    check_licences "$root" || violations=1
    return $violations
}

# Fails unless a line added to a file of a copied tree is noticed.
expect_notice()
{
    local file=$1 line=$2 copy=$work/copy
    rm -rf "$copy"
    mkdir "$copy"
    cp -r "$root/src" "$root/tools" "$root/mpi" "$copy"
    echo "$line" >>"$copy/$file"
    ! check "$copy" >/dev/null || stop "did not notice $line in $file"
}

if [ $# -gt 0 ]; then
    check "$1"
    exit
fi

root=$(cd "$(dirname "$0")/.." && pwd)
check "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expect_notice src/base/text.c '#include "shape/made.h"'
expect_notice src/choose/choose.h '  #  include   "plan/custom.h"'
expect_notice src/base/text.h '#include "base/setting.h"'
expect_notice src/host/stream.c '#include "status.h"'
expect_notice src/host/status.c ''
expect_notice src/plan/ready.c '#include "shape/kept/walk.h"'
expect_notice src/choose/choose.c 'static const void *room = &clri_carrier_kept;'
expect_notice tools/command/message.c '#include "../src/base/status.h"'
expect_notice tools/command/message.c '#include "status.h"'
expect_notice tools/command/new.sh 'exit 0'
echo "floors.sh: every file keeps to its floor"
