#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures tables of CSV: this project's command beside datamash, mawk, Miller, duckdb, polars and pandas, as far as
# these are there. They take turns, round by round, and of each measurement the least processor time counts, with the
# least wall time beside it. duckdb, polars and pandas are timed from within Python, their start left out; of the
# others the whole process is.
#
#   tables.sh [-n ROWS] [-r ROUNDS] [-p PEERS] [-o FOLDER]
#
#   -n  rows, separated by commas; by default 4000000,10000000
#   -r  rounds, by default 3
#   -p  which of ours, duckdb, polars, pandas, mawk, datamash, miller; separated by commas; by default all
#   -o  folder for the data, what each printed, and tables.md; by default ./tables
#
# Environment: CLREDUCE, the command, by default that of build/*/tools or of the PATH; PYTHON, by default python3, such
# as that of a virtual environment with `pip install duckdb polars pandas`. What is not there is said in a line, and
# left out; what an earlier call with other peers has left in the folder stays part of the tables. Exit status: 0 done, 1 nothing was measured, 2 wrong usage.
set -u

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tools/peers/peers_common.sh
. "$here/peers_common.sh"
sizes=4000000,10000000
rounds=3
peers=ours,duckdb,polars,pandas,mawk,datamash,miller
folder=tables
while getopts n:r:p:o: option; do
    case $option in
    n) sizes=$OPTARG ;;
    r) rounds=$OPTARG ;;
    p) peers=$OPTARG ;;
    o) folder=$OPTARG ;;
    *) stop 2 "see the head of $0." ;;
    esac
done
[ $((OPTIND - 1)) = $# ] || stop 2 "there are words behind the options: see the head of $0."
IFS=, read -ra rows <<<"$sizes"
need_numbers "${rows[@]}" "$rounds"
need_python
mkdir -p "$folder" || stop 2 "no folder $folder."
folder=$(cd "$folder" && pwd)
for peer in ${peers//,/ }; do
    rm -f "$folder/$peer.lines"
done

# ---- What is there --------------------------------------------------------------------------------

# find_program NAME PACKAGE
find_program()
{
    command -v "$1" >/dev/null && return
    note "$1 is left out: Debian's package $2 brings it."
    return 1
}

found=()
wanted ours && find_ours && found+=(ours)
for peer in duckdb polars pandas; do
    wanted $peer && find_module $peer && found+=("$peer")
done
wanted mawk && find_program mawk mawk && found+=(mawk)
wanted datamash && find_program datamash datamash && found+=(datamash)
wanted miller && find_program mlr miller && found+=(miller)
[ ${#found[@]} != 0 ] || stop 1 "there is nothing to measure."

# ---- The data -------------------------------------------------------------------------------------

# make_data ROWS FILE : the same on every machine: 10 cities, 10^5 users, prices in cents, quantities below 100.
make_data()
{
    [ -s "$2" ] && return
    note "$2 is made"
    # Lehmer's generator, whose products are below 2^53
    awk -v rows="$1" '
        function draw(below) { seed = (seed * 16807) % 2147483647; return int(seed / 2147483647 * below) }
        BEGIN {
            seed = 1
            print "city,user,price,qty"
            for (i = 0; i < rows; i++)
                printf "city%d,u%d,%d.%02d,%d\n", draw(10), draw(100000), draw(1000), draw(100), draw(100)
        }' >"$2.part" && mv "$2.part" "$2"
}

# ---- What is asked --------------------------------------------------------------------------------

queries=(one few many where)
declare -A titles=(
    [one]='sum of a column' [few]='sum, mean, max by 10 keys' [many]='the same by 10^5 keys'
    [where]='sum where city and qty')

# shellcheck disable=SC2016 # no expansion, but columns
ours()
{
    case $1 in
    one) "$CLREDUCE" sum --column price "$2" ;;
    few) "$CLREDUCE" sum,mean,max --by city --column price "$2" ;;
    many) "$CLREDUCE" sum,mean,max --by user --column price "$2" ;;
    where) "$CLREDUCE" sum --column price --where 'city == "city3" && qty > 50' "$2" ;;
    esac
}

# shellcheck disable=SC2016
mawk_groups='NR > 1 { s[$key] += $3; n[$key]++; if (n[$key] == 1 || $3 > m[$key]) m[$key] = $3 }
    END { for (k in s) print k, s[k], s[k] / n[k], m[k] }'

# shellcheck disable=SC2016
mawk()
{
    case $1 in
    one) command mawk -F , 'NR > 1 { s += $3 } END { printf "%.2f\n", s }' "$2" ;;
    few) command mawk -F , -v key=1 "$mawk_groups" "$2" ;;
    many) command mawk -F , -v key=2 "$mawk_groups" "$2" ;;
    where) command mawk -F , 'NR > 1 && $1 == "city3" && $4 > 50 { s += $3 } END { printf "%.2f\n", s }' "$2" ;;
    esac
}

# It has no conditions.
datamash()
{
    case $1 in
    one) command datamash -t , --header-in sum 3 <"$2" ;;
    few) command datamash -t , --header-in -s -g 1 sum 3 mean 3 max 3 <"$2" ;;
    many) command datamash -t , --header-in -s -g 2 sum 3 mean 3 max 3 <"$2" ;;
    where) return 1 ;;
    esac
}

# shellcheck disable=SC2016
miller()
{
    case $1 in
    one) mlr --icsv --otsv stats1 -a sum -f price "$2" ;;
    few) mlr --icsv --otsv stats1 -a sum,mean,max -f price -g city "$2" ;;
    many) mlr --icsv --otsv stats1 -a sum,mean,max -f price -g user "$2" ;;
    where) mlr --icsv --otsv filter '$city == "city3" && $qty > 50' 'then' stats1 -a sum -f price "$2" ;;
    esac
}

# ---- Measuring ------------------------------------------------------------------------------------

# measure PEER ROWS : lines of rows, query, peer, processor and wall seconds.
measure()
{
    local query file=$folder/$2.csv times TIMEFORMAT='%U %S %R'
    for query in "${queries[@]}"; do
        case $1 in
        duckdb | polars | pandas) times=$("$python" "$here/tables_python.py" "$1" "$query" "$file" 2>&1 \
            >"$folder/$1.$query.out") || continue ;;
        *) times=$({ time "$1" "$query" "$file" >"$folder/$1.$query.out" 2>/dev/null; } 2>&1 &&
            [ -s "$folder/$1.$query.out" ]) || continue ;;
        esac
        awk -v head="$2 $query $1" '{ print head, NF == 3 ? $1 + $2 : $1, $NF }' <<<"$times"
    done
}

# table ROWS : Markdown, a line for each query.
table()
{
    local peer query measured=()
    for peer in ours duckdb polars pandas mawk datamash miller; do
        ! grep -qs "^$1 " "$folder/$peer.lines" || measured+=("$peer")
    done
    printf '| %s rows' "$1"
    printf ' | %s' "${measured[@]}"
    printf ' |\n|---'
    printf '|---:%.0s' "${measured[@]}"
    echo '|'
    for query in "${queries[@]}"; do
        printf '| %s' "${titles[$query]}"
        for peer in "${measured[@]}"; do
            awk -v rows="$1" -v query="$query" -v peer="$peer" '
                $1 == rows && $2 == query && $3 == peer {
                    cpu = !n || $4 < cpu ? $4 : cpu
                    wall = !n++ || $5 < wall ? $5 : wall
                }
                END { if (n) printf " | %.2f; %.2f", cpu, wall; else printf " | " }' "$folder/$peer.lines"
        done
        echo ' |'
    done
}

for size in "${rows[@]}"; do
    make_data "$size" "$folder/$size.csv" || stop 2 "$folder/$size.csv cannot be made."
    cat "$folder/$size.csv" >/dev/null # into the page cache
    measure_rounds measure "$size"
done
{
    echo "Processor; wall seconds, the least of $rounds, $(nproc) cores, a load of $(cut -d ' ' -f 1 /proc/loadavg) in the end."
    for size in "${rows[@]}"; do
        echo
        table "$size"
    done
} | tee "$folder/tables.md"
