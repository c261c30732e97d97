#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Tables and pictures of the ladder are of one run (docs/ladder/figures.sh): those that are kept; and, in a copy
# of the documents, those that a short run here leaves, until a figure of one of them is another.
#
#   ladder_run.sh CLREDUCE
#
# Exit status: 0 fine, 1 not, after a line that says what, 77 there is no gnuplot.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
command -v gnuplot >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
    echo "ladder_run.sh: $*" >&2
    exit 1
}

# expect_found FILE SCRIPT : a change by sed is found, and undone.
expect_found()
{
    cp "$work/$1" "$work/before"
    sed -i "$2" "$work/$1"
    ! cmp -s "$work/$1" "$work/before" || fail "nothing to change in $1: $2"
    ! "$work/docs/ladder/figures.sh" check 2>/dev/null || fail "another figure in $1 was not found: $2"
    cp "$work/before" "$work/$1"
}

"$here/docs/ladder/figures.sh" check
mkdir "$work/docs" "$work/run"
cp -r "$here/docs/ladder" "$here/docs/ladder.md" "$here/docs/measured.md" "$work/docs"
cp "$here/README.md" "$work"
rm -f "$work"/docs/ladder/*.txt
figures=$work/docs/ladder/figures.sh
for name in h200 pocl; do
    "$figures" run "$1" $name "$work/run" --count 20K --repeat 2 2>"$work/log" || fail "$(cat "$work/log")"
    "$figures" take $name "$work/run"
done
"$figures" check
grep -q '^| ticket | .* [mnµ]s | ' "$work/docs/measured.md" || fail "no figures of ticket"
! cmp -s "$work/docs/ladder.md" "$here/docs/ladder.md" || fail "docs/ladder.md has the figures that it had"
share=$(sed -n 's/^| ticket |[^|]*|[^|]*|[^|]*| *\([0-9.]* %\) .*/\1/p' "$work/docs/ladder/h200.txt")
expect_found docs/measured.md "s/| $share |/| 0.01 % |/"
expect_found docs/measured.md 's/read peak is [0-9]*/read peak is 123456/'
expect_found docs/ladder.md 's/^\(| 20 |.*| \)[0-9.]* [mµn]s |/\1123 s |/'
expect_found README.md "s/[0-9]* % of the memory's peak/1 % of the memory's peak/"
bar=$(grep -o '>[0-9][0-9.]*<' "$work/docs/ladder/pocl.svg" | tail -n 1)
expect_found docs/ladder/pocl.svg "s/$bar/>none</"
echo "tables and pictures are of one run each"
