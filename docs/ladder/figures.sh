#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The figures of all strategies on a device: its picture and the tables' columns, of one and the same run.
#
#   figures.sh run CLREDUCE NAME FOLDER [OPTION...]
#                                where the device is: measures, and leaves NAME.txt and NAME.svg.gp in the folder.
#                                Options are bench's, such as --count 16M
#   figures.sh take NAME FOLDER  anywhere: draws NAME.svg by gnuplot, and puts the run's figures into the tables of
#                                docs/ladder.md and docs/measured.md and into README.md; NAME.txt is kept beside this file
#   figures.sh check             fails if a table or a picture is not of the run whose NAME.txt is kept
#
# Exit status: 0 fine; 1 not, after a line that says what.
set -eu
export LC_ALL=C.UTF-8

here=$(cd "$(dirname "$0")" && pwd)
documents=("$here/../ladder.md" "$here/../measured.md")
readme=$here/../../README.md

stop()
{
    echo "figures.sh: $*" >&2
    exit 1
}

# label NAME : what the tables' columns are called, such as H200.
label()
{
    case $1 in
    h200) echo H200 ;;
    pocl) echo PoCL ;;
    *) stop "the tables have columns of h200 and pocl, not of $1" ;;
    esac
}

measure()
{
    local clreduce=$1 name=$2 folder=$3
    shift 3
    {
        date -u +%F
        "$clreduce" bench sum --strategies all --unsound --count 256M --markdown --force \
            --plot "$folder/$name.svg.gp" "$@"
    } >"$folder/$name.txt"
}

# tables LABEL FILE DOCUMENT : the document with the run's figures in the columns behind the heading LABEL. Where
# there is no column of shares, speeds have three digits.
tables()
{
    awk -F' *[|] *' -v label="$1" '
        function short(speed) {
            return speed >= 100 ? sprintf("%.0f", speed) : speed >= 10 ? sprintf("%.1f", speed) : speed
        }
        function figure(strategy, heading) {
            if (!(strategy in median)) return "-"
            if (heading == "GB/s") return is_short ? short(speed[strategy]) : speed[strategy]
            return heading == "of peak" ? share[strategy] : heading == "launches" ? launches[strategy] : median[strategy]
        }
        FNR == NR {
            if ($2 == "strategy") for (i = 2; i < NF; i++) column[$i] = i
            if ($column["spread"] ~ /%$/) {
                sub(/ us$/, " µs", $column["median"])
                median[$2] = $column["median"]; speed[$2] = $column["GB/s"]
                share[$2] = $column["of peak"]; launches[$2] = $column["launches"]
            }
            next
        }
        !/^[|]/ { first = 0; print; next }
        {
            named = ""
            for (i = 2; i < NF; i++) {
                if ($i == label && $(i + 1) == "GB/s") {
                    first = i; is_short = 1
                    for (last = i; $(last + 1) ~ /^(GB.s|of peak|launches)$/; last++) if ($(last + 1) == "of peak") is_short = 0
                    for (j = i; j <= last; j++) heading[j] = $j
                    named = "heading"
                }
                if (named == "" && match($i, /^\[[a-z-]+\]/)) named = substr($i, 2, RLENGTH - 2)
            }
            if (named == "") { named = $2; sub(/ \(wrong\)$/, "", named) }
            if (!first || named == "heading" || $first ~ /^-+:?$/ && $first ~ /--/) { print; next }
            line = "|"
            for (i = 2; i < NF; i++) {
                cell = i >= first && i <= last ? figure(named, heading[i]) : $i
                line = line (cell == "" ? " |" : " " cell " |")
            }
            print line
        }' "$2" "$3"
}

# cell FILE STRATEGY COLUMN : of the run's table, by number.
cell()
{
    awk -F' *[|] *' -v strategy="$2" -v column="$3" '$2 == strategy && NF > 9 { print $column; exit }' "$1"
}

# sentences NAME FILE DOCUMENT : with the run's day and peak, and the share of the peak that ticket has.
sentences()
{
    local day peak share
    day=$(head -n 1 "$2")
    peak=$(sed -n 's/^memory read peak \([0-9.]*\) GB.*/\1/p' "$2")
    share=$(printf %.0f "$(cell "$2" ticket 6 | tr -d ' %')")
    if [ "$1" = h200 ]; then
        sed -E "s/(on an H200 whose read peak is )[0-9.]+( GB\/s \()[0-9-]+/\1$(printf %.0f "$peak")\2$day/
            s/(ticket, which the library takes, has )[0-9]+( % of the memory's peak)/\1$share\2/" "$3"
    else
        cat "$3"
    fi
}

# page NAME FILE DOCUMENT
page()
{
    tables "$(label "$1")" "$2" "$3" >"$work/tables"
    sentences "$1" "$2" "$work/tables"
}

# speeds FILE : those of the run as bars may have them, a line of "least|most" each: the table has rounded a speed of
# 10.0486 to 10.05 already, which would be rounded to 10.1 beside a bar of 10.0.
speeds()
{
    awk -F' *[|] *' '
        function bar(speed) { return sprintf(speed >= 100 ? "%.0f" : "%#.3g", speed) }
        $4 ~ /%$/ && $5 > 0 { print $5 < 10 ? bar($5) : bar($5 - 0.005) "|" bar($5 + 0.005) }' "$1"
}

take()
{
    local name=$1 folder document
    folder=$(cd "$2" && pwd)
    label "$name" >/dev/null
    if [ ! -s "$folder/$name.txt" ] || [ ! -s "$folder/$name.svg.gp" ]; then
        stop "$folder has no $name.txt and $name.svg.gp"
    fi
    (cd "$folder" && gnuplot "$name.svg.gp") || stop "gnuplot could not draw $folder/$name.svg.gp"
    cp "$folder/$name.svg" "$folder/$name.txt" "$here"
    for document in "${documents[@]}" "$readme"; do
        page "$name" "$here/$name.txt" "$document" >"$work/page"
        cat "$work/page" >"$document"
    done
}

check()
{
    local kept name document speed
    for kept in "$here"/*.txt; do
        [ -e "$kept" ] || continue
        name=$(basename "$kept" .txt)
        for document in "${documents[@]}" "$readme"; do
            page "$name" "$kept" "$document" | cmp -s - "$document" ||
                stop "${document##*/} has other figures than $name.txt"
        done
        for speed in $(speeds "$kept"); do
            grep -Eq ">($speed)<" "$here/$name.svg" || stop "$name.svg has no bar of $speed GB/s, but $name.txt has"
        done
    done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case ${1-}/$# in
run/[4-9] | run/1[0-9]) measure "${@:2}" ;;
take/3) take "$2" "$3" ;;
check/1) check ;;
*) stop "usage: figures.sh run CLREDUCE NAME FOLDER [OPTION...] | take NAME FOLDER | check" ;;
esac
