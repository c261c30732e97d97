#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Tests tools/peers/shapes.sh with what is everywhere: this project's command and Python. Integers stand in
# for f32, whose exact sums take long to compile, and nothing is measured more than once.
#
#   peers.sh CLREDUCE
#
# Prints a line for each test that failed. Exit status: 0 none failed, 1 some did, 77 there is no Python.
set -u

command -v python3 >/dev/null || exit 77
here=$(cd "$(dirname "$0")" && pwd)
peers=$here/../tools/peers
clreduce=$(realpath -e "$1") || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# judge STATUS WHAT : a test.
judge()
{
    [ "$1" = 0 ] && return
    echo "FAILED: $2"
    failed=1
}

# The command as shapes_ours.py calls it, but of i32 and once.
cat >"$work/clreduce" <<END
#!/bin/bash
[ "\$1" != bench ] && exec "$clreduce" "\$@"
words=()
while [ \$# != 0 ]; do
    case \$1 in
    -r) shift ;;
    *) words+=("\$1") ;;
    esac
    shift
done
exec "$clreduce" "\${words[@]}" -t i32 --repeat 1
END
chmod +x "$work/clreduce"

try_refusals()
{
    local refused
    for refused in '-n 0' '-n 4e9' '-l 1,,2' '-k x' '-z' 'word' '-n 2147483648'; do
        # shellcheck disable=SC2086 # words
        "$peers/shapes.sh" $refused -o "$work/refused" >"$work/said" 2>&1
        [ $? = 2 ] && [ ! -e "$work/refused" ] && [ -s "$work/said" ]
        judge $? "shapes.sh $refused"
    done
    CLREDUCE=$work/nothing "$peers/shapes.sh" -p ours -o "$work/empty" 2>"$work/said"
    [ $? = 1 ] && grep -q 'ours is left out' "$work/said" && grep -q 'nothing to measure' "$work/said"
    judge $? "shapes.sh without anything to measure"
}

# What an earlier call has measured of another peer stays; every kind of shape has a line with all its
# fields, and a place in the tables.
try_ours()
{
    local shape
    mkdir "$work/out"
    printf 'cub\t3.5.0\tsum rows\t32\t4000\t1e-6\t4096\n' >"$work/out/cub.lines"
    echo 'no measurement' >"$work/out/ours.lines"
    CLREDUCE=$work/clreduce "$peers/shapes.sh" -p ours -n 4000 -l 1,32 -k 5 -r 1 -o "$work/out" 2>"$work/said"
    judge $? "shapes.sh: $(cat "$work/said")"
    ! grep 'left out' "$work/said"
    judge $? "shapes.sh leaves something out"
    for shape in rows columns 'segments fixed' 'segments uniform' 'segments zipf' 'segments giant' flat \
        'labels uniform' 'labels zipf' 'labels sorted' 'labels one'; do
        grep -qP "^clreduce exact\t[^\t]*\tsum $shape\t\d+\t\d+\t[\d.e-]+\t\d+\t[\d.e-]+$" "$work/out/shapes.tsv"
        judge $? "sum $shape in shapes.tsv"
        grep -qx "## sum $shape" "$work/out/shapes.md"
        judge $? "sum $shape in shapes.md"
    done
    grep -qP '^clreduce exact\t[^\t]*\targmax rows\t32\t' "$work/out/shapes.tsv"
    judge $? "argmax rows of 32"
    grep -q 'clreduce, rows, exact' "$work/out/shapes.svg" && grep -q 'CUB, rows' "$work/out/shapes.svg"
    judge $? "two curves in shapes.svg"
    python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' "$work/out/shapes.svg"
    judge $? "shapes.svg is XML"
}

# The best of two measurements counts, and what is no measurement is refused.
try_table()
{
    printf 'cub\t3.5.0\tsum rows\t%s\t1024\t%s\t4096\n' 4 2e-6 4 1e-6 8 4e-6 >"$work/cub.lines"
    mkdir -p "$work/table"
    python3 "$peers/shapes_table.py" "$work/table" "A <title>" "$work/cub.lines" &&
        grep -qx '| 4 | 4.096 |' "$work/table/shapes.md" && grep -qx '| 8 | 1.024 |' "$work/table/shapes.md" &&
        [ "$(wc -l <"$work/table/shapes.tsv")" = 3 ] && grep -q 'A &lt;title&gt;' "$work/table/shapes.svg"
    judge $? "shapes_table.py takes the best"
    echo 'no measurement' >"$work/none.lines"
    ! python3 "$peers/shapes_table.py" "$work/table" title "$work/none.lines" 2>/dev/null
    judge $? "shapes_table.py refuses what is no measurement"
}

# The peers that are not here are at least Python.
try_syntax()
{
    local file
    for file in "$peers"/*.py; do
        python3 -c 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")' "$file"
        judge $? "$file"
    done
}

export PYTHONDONTWRITEBYTECODE=1
try_refusals
try_ours
try_table
try_syntax
exit $failed
