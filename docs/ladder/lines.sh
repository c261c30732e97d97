#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Puts the kernels of examples/ladder into the pages of this folder, so that pages show what runs. Of
# two lines in a page,
#
#   <!-- lines: 06_interleaved.cl -->
#   <!-- diff: 06_interleaved.cl 07_strided-index.cl -->
#
# the one is followed by a block with that file, the other by a block with what differs between the
# two; both are without the line of the licence.
#
#   lines.sh             rewrites the blocks
#   lines.sh --check     changes nothing, and fails if some block is not up to date
#
# Exit status: 0 all blocks are up to date, or are so now; 1 some are not, or a kernel is missing.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
kernels=$here/../../examples/ladder
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

stop()
{
    echo "lines.sh: $*" >&2
    exit 1
}

# kernel FILE : without the line of its licence.
kernel()
{
    [ -f "$kernels/$1" ] || stop "there is no $kernels/$1"
    sed 1d "$kernels/$1"
}

# block KIND FILE... : what belongs behind the line <!-- KIND: FILE... -->.
block()
{
    case $1/$# in
    lines/2)
        printf '```c\n'
        kernel "$2"
        ;;
    diff/3)
        kernel "$2" >"$work/before"
        kernel "$3" >"$work/after"
        printf '```diff\n'
        diff -U1 "$work/before" "$work/after" | sed 1,2d
        ;;
    *) stop "lines takes one file, diff two: $*" ;;
    esac
    printf '```\n'
}

# page FILE : as it ought to be. The block that a marked line had is left out.
page()
{
    local line place=''
    while IFS= read -r line; do
        if [ "$place" = inside ]; then
            [ "$line" != '```' ] || place=''
        elif [ "$place" = marked ] && [[ $line == '```'* ]]; then
            place=inside
        else
            place=''
            printf '%s\n' "$line"
            if [[ $line =~ ^'<!-- '(lines|diff)': '([^>]*)' -->'$ ]]; then
                # shellcheck disable=SC2086 # names of files, without blanks
                block "${BASH_REMATCH[1]}" ${BASH_REMATCH[2]}
                place=marked
            fi
        fi
    done <"$1"
}

[ "$*" = '' ] || [ "$*" = --check ] || stop "usage: lines.sh [--check]"
old=''
for file in "$here"/../ladder.md "$here"/*.md; do
    [ -f "$file" ] || continue
    page "$file" >"$work/page" || exit 1
    cmp -s "$file" "$work/page" && continue
    old="$old ${file##*/}"
    [ "$*" = --check ] || cat "$work/page" >"$file"
done
[ -z "$old" ] || [ "$*" != --check ] || stop "kernels are not as in examples/ladder:$old. lines.sh without --check puts them there"
