#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Tests tools/peers/shapes.sh, compare.sh and tables.sh with what is everywhere: this project's command, C and Python. For
# shapes integers stand in for f32, whose exact sums take long to compile, and nothing is measured more than once.
#
#   peers.sh CLREDUCE shapes|compare|tables
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

# ---- tables.sh ------------------------------------------------------------------------------------

try_tables()
{
    local refused sum
    for refused in '-n 0' '-n 10,x' '-r 0' '-z' 'word'; do
        # shellcheck disable=SC2086 # words
        "$peers/tables.sh" $refused -o "$work/refused" >"$work/said" 2>&1
        [ $? = 2 ] && [ ! -e "$work/refused" ] && [ -s "$work/said" ]
        judge $? "tables.sh $refused"
    done
    CLREDUCE=$work/nothing "$peers/tables.sh" -p ours -o "$work/none" 2>"$work/said"
    [ $? = 1 ] && grep -q 'ours is left out' "$work/said" && grep -q 'nothing to measure' "$work/said"
    judge $? "tables.sh without anything to measure"
    # what an earlier call has measured of another peer stays
    mkdir "$work/tables"
    echo '1000 many miller 2.5 3' >"$work/tables/miller.lines"
    CLREDUCE=$clreduce "$peers/tables.sh" -n 1000 -r 2 -p ours,mawk -o "$work/tables" >"$work/said" 2>&1
    judge $? "tables.sh: $(cat "$work/said")"
    grep -q '^| 1000 rows | ours' "$work/tables/tables.md" &&
        [ "$(grep -c '^| .* | [0-9.]*; [0-9.]* |' "$work/tables/tables.md")" = 4 ] &&
        grep -q '^| the same by 10^5 keys .*| 2.50; 3.00 |$' "$work/tables/tables.md"
    judge $? "tables.md has a line for each query: $(cat "$work/tables/tables.md")"
    sum=$(awk -F, 'NR > 1 { cents += int(100 * $3 + 0.5) } END { printf "%.2f", cents / 100 }' "$work/tables/1000.csv")
    [ "$(printf %.2f "$(cat "$work/tables/ours.one.out")")" = "$sum" ] && [ "$(wc -l <"$work/tables/1000.csv")" = 1001 ]
    judge $? "ours adds up to $sum"
}

# ---- compare.sh -----------------------------------------------------------------------------------

try_compare_refusals()
{
    local refused
    for refused in '-n 0' '-n 4e9' '-n 1073741825' '-n 99999999999' '-r 0' '-e median-f32' '-e sum-f32,' \
        '-e sum' '-p nobody' '-p ours,,c' '-z' 'word'; do
        # shellcheck disable=SC2086 # words
        "$peers/compare.sh" $refused -o "$work/refused" >"$work/said" 2>&1
        [ $? = 2 ] && [ ! -e "$work/refused" ] && [ -s "$work/said" ]
        judge $? "compare.sh $refused"
    done
    COMPARE_OURS=$work/nothing "$peers/compare.sh" -o "$work/refused" 2>"$work/said"
    [ $? = 1 ] && [ ! -e "$work/refused" ] && grep -q 'there is no compare_ours' "$work/said"
    judge $? "compare.sh without ours"
    mkdir "$work/none"
    NVCC=$work/nothing COMPARE_OURS=$ours "$peers/compare.sh" -p cub,cccl -o "$work/none" 2>"$work/said"
    [ $? = 1 ] && grep -q 'cub is left out' "$work/said" && grep -q 'CCCL=FOLDER' "$work/said" &&
        grep -q 'nothing to measure' "$work/said"
    judge $? "compare.sh without anybody: $(cat "$work/said")"
}

# What an earlier call has measured of another peer stays; everybody's values are right, and have a line with all
# their fields, and a place in the tables and the picture.
try_compare()
{
    local peer operator number='[\d.e+-]+'
    mkdir "$work/compared"
    printf 'cub\t3.5.0\tsum-f32\t1024\t1e-6\t2e-6\t1e-5\t2e-5\tf32\t0\n' >"$work/compared/cub.lines"
    echo 'no measurement' >"$work/compared/ours.lines"
    echo mine >"$work/compared/numbers.f32"
    COMPARE_OURS=$ours "$peers/compare.sh" -p ours,c,fsum,numpy -e sum-f32,argmax-f32 -n 4100 -r 2 \
        -o "$work/compared" 2>"$work/said"
    judge $? "compare.sh: $(cat "$work/said")"
    grep -q 'cub: sum-f32 of 1024 is wrong: 0, and not ' "$work/said" && [ "$(grep -c 'is wrong' "$work/said")" = 1 ]
    judge $? "what is wrong is said, and nothing else: $(cat "$work/said")"
    for operator in sum-f32 argmax-f32; do
        for peer in 'clreduce fast' 'clreduce exact' c; do
            grep -qP "^$peer\t[^\t]+\t$operator\t4096(\t(-|$number)){4}\t(f64|exact)\t$number\tright$" \
                "$work/compared/compare.tsv"
            judge $? "$peer, $operator in compare.tsv"
        done
        grep -qx "## $operator" "$work/compared/compare.md"
        judge $? "$operator in compare.md"
    done
    grep -qP "^fsum\t[^\t]+\tsum-f32\t4096\t-\t-\t$number\t$number\texact\t$number\tright$" \
        "$work/compared/compare.tsv"
    judge $? "fsum agrees with exact"
    grep -qP '^\| 1,024 \|.* \| 1 / 10 \*\*wrong\*\* \|' "$work/compared/compare.md"
    judge $? "a wrong value is marked in compare.md"
    grep -q '^| launch and read |' "$work/compared/compare.md" &&
        grep -q '^| read [0-9,]* bytes |' "$work/compared/compare.md"
    judge $? "floors in compare.md"
    python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' "$work/compared/compare.svg" &&
        grep -q '>clreduce exact<' "$work/compared/compare.svg" &&
        grep -q '>memory, only read<' "$work/compared/compare.svg"
    judge $? "compare.svg is XML, with curves and the ceiling"
    [ -z "$(find "$work/compared" -mindepth 2)" ] && [ "$(cat "$work/compared/numbers.f32")" = mine ]
    judge $? "the data is gone, and nobody else's"
}

# value_is WRONG|RIGHT LINE... : what the table says of the last line's value, beside ours of argmax 2 of four.
value_is()
{
    local said=$1
    shift
    mkdir -p "$work/judged"
    printf '\0\0\0\0\0\0\200?\0\0\200?\0\0\0?\0\0\200?' >"$work/judged/numbers.f32" # 0, 1, 1, 0.5; 1
    printf 'clreduce exact\t1\t%s\t1e-6\t1e-6\t1e-5\t1e-5\texact\t%s\n' $'argmax-f32\t4' 2 $'sum-f32\t4' 2.5 \
        $'max-f32\t4' 1 $'std-f32\t4' 0.4145780987944249 >"$work/judged/ours.lines"
    printf 'peer\t1\t%s\t4\t-\t-\t1e-5\t1e-5\t%s\t%s\n' "$@" >"$work/judged/peer.lines"
    python3 "$peers/compare_table.py" "$work/judged" "$work/judged" title "$work/judged"/*.lines 2>/dev/null &&
        grep -P '^peer\t' "$work/judged/compare.tsv" | grep -qP "\t$said$"
    judge $? "$* is $said"
}

# The best of the rounds and the median of their medians count; what is no measurement is refused.
try_compare_table()
{
    local line
    value_is right argmax-f32 f32 1
    value_is wrong argmax-f32 f32 3
    value_is wrong argmax-f32 f32 4 # which is the greatest, but none of the four
    value_is wrong argmax-f32 f32 5
    value_is wrong argmax-f32 f32 -1
    value_is wrong argmax-f32 f32 nan
    value_is right sum-f32 f32 2.5000002
    value_is wrong sum-f32 f64 2.5000002
    value_is wrong sum-f32 exact 2.5000000000000004
    value_is right sum-f32 exact 2.5
    value_is wrong sum-f32 f32 nan
    value_is wrong max-f32 f32 0.99999994
    value_is right std-f32 f64 0.41457809879442495
    value_is unchecked dot-f32 f32 1
    value_is wrong sum-f32 f32 2.5 sum-f32 f32 0 # in one round of two
    printf 'c\t1\tsum-f32\t1024\t-\t-\t%s\t%s\tf64\t1\n' 3e-6 4e-6 1e-6 9e-6 2e-6 5e-6 >"$work/c.lines"
    mkdir -p "$work/best"
    python3 "$peers/compare_table.py" "$work/best" "$work" 'A <title>' "$work/c.lines" &&
        grep -qP '^c\t1\tsum-f32\t1024\t-\t-\t1e-06\t5e-06\tf64\t1\tunchecked$' "$work/best/compare.tsv" &&
        grep -q 'A &lt;title&gt;' "$work/best/compare.svg"
    judge $? "compare_table.py takes the best and the median"
    for line in 'no measurement' $'c\t1\tsum-f32\tmany\t-\t-\t1\t1\tf64\t1' \
        $'c\t1\tsum-f32\t4\t-\t-\t1\t1\tf64\t1\t1'; do
        echo "$line" >"$work/none.lines"
        ! python3 "$peers/compare_table.py" "$work/best" "$work" title "$work/none.lines" 2>/dev/null
        judge $? "compare_table.py refuses $line"
    done
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
case ${2:-} in
shapes)
    try_refusals
    try_ours
    try_table
    try_syntax
    ;;
compare)
    ours=$(dirname "$clreduce")/compare_ours
    try_compare_refusals
    try_compare
    try_compare_table
    ;;
tables)
    try_tables
    ;;
*)
    echo "usage: peers.sh CLREDUCE shapes|compare|tables" >&2
    exit 1
    ;;
esac
exit $failed
