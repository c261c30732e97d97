#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Constants are tested from both sides: each line below changes one of them in the texts of cl/exact,
# or takes away what a proof needs, and the proof that it names must then find a counterexample.
# What has slack is changed by one more than that; cl/exact/format.cl says how much, and why.
#
#   mutants.sh CXX [NAME | K/N]     all of them, one, or each Nth from the Kth on
set -eu
cd "$(dirname "$0")"

formats() # float's digits and exponent bits, double's, its lower word's, binades of a row (log2)
{
    echo "-DCLR_FLOAT_DIGITS=$1 -DCLR_FLOAT_EXPONENT_BITS=$2 -DCLR_DOUBLE_DIGITS=$3" \
        "-DCLR_DOUBLE_EXPONENT_BITS=$4 -DCLR_DOUBLE_LOW_BITS=$5 -DCLR_ROW_LOG2=$6"
}

floats="prove_floats $(formats 2 3 6 4 2 1) -DTOY_RUNS=2 -DTOY_TIMES=0"
lanes="prove_floats $(formats 3 3 4 4 2 1) -DTOY_RUNS=1 -DTOY_TIMES=0"
doubles="prove_doubles $(formats 2 2 3 3 1 1) -DTOY_RUNS=2 -DTOY_TIMES=100000"
float_products="prove_products $(formats 2 3 5 4 2 1) -DTOY_OF_FLOATS=2 -DTOY_OF_DOUBLES=0 -DTOY_TIMES=0"
products="prove_products $(formats 2 2 3 3 1 1) -DTOY_OF_FLOATS=0 -DTOY_OF_DOUBLES=2 -DTOY_TIMES=100000"
wide_products="prove_products $(formats 2 2 3 4 1 1) -DTOY_OF_FLOATS=0 -DTOY_OF_DOUBLES=1 -DTOY_TIMES=1000000"
two="prove_two $(formats 3 3 6 4 2 1)"
real="prove_real"
copies="prove_copies"
brief="prove_brief $(formats 2 3 6 4 2 1)"
few="prove_few $(formats 2 2 4 3 2 1) -DTOY_RUNS=1 -DTOY_TIMES=10000"

mutants()
{
    # name | proof | file in cl/exact, or another folder of cl | what sed changes
    cat <<END
window-30|$floats|format|s/^(#define CLR_WINDOW) .*/\1 (CLR_DOUBLE_DIGITS - CLR_FLOAT_DIGITS + 1)/
window-of-lanes-80|$lanes|format|s/CLR_MOST_LANES_LOG2 \+ 1\)/CLR_MOST_LANES_LOG2 + 2)/
two-windows-apart|$floats|apart|s/exponent <= greatest - CLR_WINDOW/exponent + 1 < greatest - CLR_WINDOW/
no-allowance|$real|reach_float|s/ \* CLR_ALLOWANCE//
reach-of-addend-108|$doubles|format|s/\(2 \* CLR_DOUBLE_DIGITS\)/(2 * CLR_DOUBLE_DIGITS + 2)/
reach-of-anchored-106|$float_products|format|s/\(2 \* CLR_DOUBLE_DIGITS - 1\)/(2 * CLR_DOUBLE_DIGITS)/
minus-zero-hidden|$float_products|run|s/if \(total\.sum\.term\[0\] == 0\.0 \&\&/if (false \&\&/
reach-of-addends-162|$wide_products|format|s/\(3 \* CLR_DOUBLE_DIGITS - 1\)/(3 * CLR_DOUBLE_DIGITS + 3)/
least-of-products-1075|$products|format|s/(CLR_DOUBLE_BIAS \+ CLR_DOUBLE_DIGITS)\)/\1 - 1)/
first-term-alone|$doubles|addend|s/\(total\.sum\.term\[1\]\)/(total.sum.term[0])/
errors-not-looked-at|$doubles|state|s/if \(CLR_OF\(are_finite\)\(left\)\)/if (true)/
place-of-subnormals|$doubles|state|s/max\(exponent, 1u\) - \(CLR_DOUBLE_DEPTH \+ 1\)/exponent - (CLR_DOUBLE_DEPTH + 1)/
ties-not-to-odd|$two|quick|s/ \|\| \(bits & 1\);/ || true;/
column-elements-doubled|$real -DTOY_COLUMN_LOG2=14|-|
shares-of-4|$real|gather|s/max\(4, CLR_COLUMNS \/ 512\)/4/
unit-of-the-first-row|$floats|gather|s/row \? m : m \/ 2/m/
borrow|prove_bins|bins|s/\(before \^ sign\) > ~x/(before ^ sign) >= ~x/
copy-room-doubled|$copies|copies|s/\(1 << 12\)/(1 << 13)/
copy-items-rounded-down|$copies|copies|s/\(CLR_GROUP_SIZE \+ CLR_COPIES - 1\) \/ CLR_COPIES/1/
level-without-what-is-above|$copies|copies|s/CLR_COPIES, above\)/CLR_COPIES, 0)/
large-doubles-as-they-are|$copies|double_to_copy|s/\? 3 : 0/? 0 : 0/
anchors-to-the-end|$doubles|double_to_copy|s/(CLR_DOUBLE_EXPONENTS - CLR_DOUBLE_DIGITS) - 1\)/\1)/
three-parts|$copies|double_to_copy|s/w >= 0/w >= 1/
subnormals-have-a-digit-less|$copies|double_to_copy|s/max\(place, 3 \* CLR_WORD_BITS\)/max(place, 4 * CLR_WORD_BITS)/
part-of-the-next-digits|$copies|digits_to_copy|s/2 \* CLR_WORD_BITS - shift/2 * CLR_WORD_BITS - shift + 1/
brief-two-digits-more|$brief|brief|s/<= CLR_BRIEF_ROOM/- 2 <= CLR_BRIEF_ROOM/
brief-no-carries|$brief|brief|s/32 - \(int\)clz\(\(uint\)\(count\)\)/0/
brief-zeros-are-small|$brief|brief|s/upper - 1\)/upper)/
brief-not-finite|$brief|brief|s/top >= CLR_DOUBLE_EXPONENTS/top > CLR_DOUBLE_EXPONENTS/
few-lost-not-added|$few|pair|s/state\.lost \+= fabs/state.lost = fabs/
few-lost-when-joined|$few|pair|s/ \+ \(fabs\(low\.error\) \+ fabs\(error\.error\)\)//
few-half-of-what-is-lost|$few|pair|s/2\.0 \* state\.lost/0.5 * state.lost/
few-margin-that-is-not-finite|$few|one|s/ && CLR_OF\(is_finite\)\(around\)//
few-sum-without-its-error|$few|one|s/margin \+ fabs\(x\.sum\) \* CLR_TWO_UNITS/margin/
few-one-end|$few|one|s/return low == high/return true/
few-overflow-is-an-infinity|$few|pair|s/!CLR_OVERFLOWS && //
few-infinities-in-doubt|$few|pair|s/return !CLR_OVERFLOWS && .*;/return false;/
ties-away-from-0|prove_rounding|leading|s/\(kept & 1\)\)\)/true))/
END
}

# mutate NAME "PROOF FLAGS" FILE CHANGE
mutate()
{
    local texts=$folder/$1 proof=${2%% *} flags=""

    [ "$proof" = "$2" ] || flags=${2#* }
    mkdir "$texts"
    cp -r ../../cl/exact ../../cl/fold ../../cl/lifted ../../cl/lower "$texts"
    if [ "$3" != - ]; then
        sed -i -E "$4" "$texts/exact/$3.cl"
        ! cmp -s "$texts/exact/$3.cl" "../../cl/exact/$3.cl" ||
            { echo "$1: nothing in $3.cl to change"; return 1; }
    fi
    # shellcheck disable=SC2086
    "$compiler" -std=c++17 -O1 -w -ffp-contract=off -I. -I"$texts" -I../../src $flags "$proof.cc" \
        -o "$texts/proof" || { echo "$1: does not compile"; return 1; }
    if timeout 900 "$texts/proof" >"$texts/found"; then
        echo "$1: no proof fails"
        return 1
    fi
    grep -q '^failed after' "$texts/found" || { echo "$1: no counterexample"; return 1; }
    echo "$1: $(grep '^failed after' "$texts/found"), $proof"
}

compiler=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
only=${2:-1/1}
turn=0
count=0
failed=0
while IFS='|' read -r name proof file change; do
    turn=$((turn + 1))
    case $only in
        */*) [ $((turn % ${only#*/})) = $((${only%/*} % ${only#*/})) ] || continue ;;
        *) [ "$only" = "$name" ] || continue ;;
    esac
    count=$((count + 1))
    mutate "$name" "$proof" "$file" "$change" || failed=$((failed + 1))
done < <(mutants)
echo "$count mutants, $failed not found"
[ "$count" -gt 0 ] && [ "$failed" = 0 ]
