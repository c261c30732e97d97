# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What the tests of the command share: running it, comparing what it says with what it should say,
# counting, and writing files of numbers. Sourced by run.sh, which sets:
#
#   work            an empty folder, where the tests run and may leave what they like
#   layer           the fault layer for OPENCL_LAYERS, or nothing
#   source_folder   the project's
#
# The command under test is the first `clreduce` of the PATH. Tests read from standard input nothing
# but what they are given by a redirection.

code=0 out='' err=''
passed=0
failed=0
skipped=0

# Whether there is time for all of it: with every change a sample is run (CLR_TEST_SCOPE, as of the
# test programs).
sweeps()
{
    [ "${CLR_TEST_SCOPE:-cover}" != small ]
}

# The functions of a topic; of CLR_TEST_PART=K/N, each Nth one, from the Kth on. What one leaves in the folder
# is none of the others'.
try_all() # FUNCTION...
{
    local part=${CLR_TEST_PART:-1/1} turn=0 function
    local first=${part%/*} step=${part#*/}
    for function in "$@"; do
        turn=$((turn + 1))
        if [ $((turn % step)) = $((first % step)) ]; then
            "$function"
        fi
    done
}

# For what is the same at every level: the one whose kernels take the least time to compile, unless
# there is time.
# shellcheck disable=SC2034 # which topics use
quick=()
sweeps || quick=(-a fast)

# To learn what memory gives at most, bench reads a buffer of 256 MiB and more for some seconds. Where no test looks
# at its figures the largest buffer has 32 MiB.
small_buffers=(CLR_FAULT_MAX_ALLOC=33554432)
[ -z "${layer:-}" ] || small_buffers+=(OPENCL_LAYERS="$layer")

# ---- Verdicts -------------------------------------------------------------------------------------

skip()
{
    skipped=$((skipped + 1))
    printf 'skipped: %s\n' "$*"
}

# The command line, ready to be pasted into a shell.
quoted()
{
    local line
    printf -v line '%q ' "$@"
    printf '%s' "${line% }"
}

# The beginning of a text, for a line of a report.
shown()
{
    printf '%.600s' "$1"
}

# ---- Running --------------------------------------------------------------------------------------

# Runs a command; its exit code, output and errors are in $code, $out and $err afterwards.
run()
{
    code=0
    "$@" >"$work/.out" 2>"$work/.err" || code=$?
    out=$(tr -d '\0' <"$work/.out")
    err=$(tr -d '\0' <"$work/.err")
}

# judge TRUTH WHAT COMMAND... : one expectation of the last run; TRUTH is 0 if it was met.
judge()
{
    local truth=$1 what=$2
    shift 2
    if [ "$truth" = 0 ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    printf 'FAILED: %s\n    %s\n    exit code: %s\n    output: %s\n    errors: %s\n' \
        "$(quoted "$@")" "$what" "$code" "$(shown "$out")" "$(shown "$err")"
}

# expect_output TEXT COMMAND... : succeeds, prints exactly this, and nothing on standard error.
expect_output()
{
    local text=$1
    shift
    run "$@"
    [ "$code" = 0 ] && [ "$out" = "$text" ] && [ -z "$err" ]
    judge $? "expected output: $text" "$@"
}

# expect_exit CODE COMMAND...
expect_exit()
{
    local wanted=$1
    shift
    run "$@"
    [ "$code" = "$wanted" ]
    judge $? "expected exit code: $wanted" "$@"
}

# expect_error CODE WORDS COMMAND... : this code, nothing on standard output, and one sentence on
# standard error that begins with "clreduce: " and has the words, a basic regular expression.
expect_error()
{
    local wanted=$1 words=$2
    shift 2
    run "$@"
    [ "$code" = "$wanted" ] && [ -z "$out" ] && [[ $err == "clreduce: "* ]] &&
        [ "$(wc -l <"$work/.err")" = 1 ] && grep -q -e "$words" <<<"$err"
    judge $? "expected exit code $wanted, no output and one line of error with: $words" "$@"
}

# expect_words WORDS COMMAND... : succeeds with the words somewhere in output or errors.
expect_words()
{
    local words=$1
    shift
    run "$@"
    [ "$code" = 0 ] && grep -q -e "$words" <<<"$out$err"
    judge $? "expected success, and: $words" "$@"
}

# expect_same WHAT A B : two texts are equal.
expect_same()
{
    code=- out=$2 err=$3
    [ "$2" = "$3" ]
    judge $? "'output' and 'errors' should be equal" "$1"
}

# expect_json FILTER COMMAND... : succeeds with JSON of which the filter of jq says true.
expect_json()
{
    local filter=$1
    shift
    run "$@"
    [ "$code" = 0 ] && [ -z "$err" ] && jq -e "$filter" <<<"$out" >/dev/null 2>&1
    judge $? "expected JSON for which this is true: $filter" "$@"
}

# expect_unsure WORDS VERDICT COMMAND... : exit code 6, the result, and the words in one note; quietly
# the result alone; and as JSON the verdict.
expect_unsure()
{
    local words=$1 verdict=$2
    shift 2
    run "$@"
    [ "$code" = 6 ] && [ -n "$out" ] && [ "$(wc -l <<<"$err")" = 1 ] && grep -q "$words" <<<"$err"
    judge $? "expected exit code 6, a result, and one line with: $words" "$@"
    run "$@" -q
    [ "$code" = 6 ] && [ -n "$out" ] && [ -z "$err" ]
    judge $? 'expected exit code 6, and nothing but the result' "$@" -q
    run "$@" -q --json
    [ "$code" = 6 ] && jq -e ".results[0].check == \"$verdict\"" <<<"$out" >/dev/null
    judge $? "expected exit code 6, and in JSON: $verdict" "$@" -q --json
}

# ---- Bytes and files ------------------------------------------------------------------------------

# put_words little|big WORD... : the bytes of words that are written as hexadecimal digits.
put_words()
{
    local order=$1 word bytes='' i
    shift
    for word in "$@"; do
        for ((i = 0; i < ${#word}; i += 2)); do
            if [ "$order" = big ]; then
                bytes+="\\x${word:i:2}"
            else
                bytes+="\\x${word:${#word}-2-i:2}"
            fi
        done
    done
    printf '%b' "$bytes"
}

# Numbers that every floating-point format holds, as words of f64, f32 and f16.
declare -A reals_f64=(
    [0]=0000000000000000 [-0]=8000000000000000 [0.5]=3fe0000000000000 [1]=3ff0000000000000
    [2]=4000000000000000 [3]=4008000000000000 [-1.5]=bff8000000000000 [nan]=7ff8000000000000
    [inf]=7ff0000000000000 [-inf]=fff0000000000000
)
declare -A reals_f32=(
    [0]=00000000 [-0]=80000000 [0.5]=3f000000 [1]=3f800000 [2]=40000000 [3]=40400000
    [-1.5]=bfc00000 [nan]=7fc00000 [inf]=7f800000 [-inf]=ff800000
)
declare -A reals_f16=(
    [0]=0000 [-0]=8000 [0.5]=3800 [1]=3c00 [2]=4000 [3]=4200 [-1.5]=be00 [nan]=7e00 [inf]=7c00
    [-inf]=fc00
)

# word TYPE NUMBER : the number's bits as hexadecimal digits.
word()
{
    case $1 in
    f64) printf '%s' "${reals_f64[$2]}" ;;
    f32) printf '%s' "${reals_f32[$2]}" ;;
    f16) printf '%s' "${reals_f16[$2]}" ;;
    bf16) printf '%.4s' "${reals_f32[$2]}" ;;
    *)
        local bits digits
        printf -v bits '%016x' "$2"
        digits=$((${1#?} / 4))
        printf '%s' "${bits:16-digits}"
        ;;
    esac
}

# put_numbers TYPE little|big NUMBER...
put_numbers()
{
    local type=$1 order=$2 number words=()
    shift 2
    for number in "$@"; do
        words+=("$(word "$type" "$number")")
    done
    put_words "$order" "${words[@]}"
}

# What .npy headers call a type.
dtype()
{
    case $1 in
    bf16) printf 'V2' ;;
    *) printf '%s%s' "${1%%[0-9]*}" $((${1#?} / 8)) ;;
    esac
}

# put_npy_header DESCR SHAPE [VERSION [FORTRAN_ORDER]] : all of a .npy file that precedes the data.
put_npy_header()
{
    local descr=$1 shape=$2 version=${3:-1} fortran=${4:-False} text prefix=10 size
    [ "$version" = 1 ] || prefix=12
    text="{'descr': '$descr', 'fortran_order': $fortran, 'shape': $shape, }"
    size=$(((prefix + ${#text} + 1 + 63) / 64 * 64 - prefix))
    printf '\x93NUMPY%b\x00' "\\x0$version"
    if [ "$version" = 1 ]; then
        put_words little "$(printf '%04x' "$size")"
    else
        put_words little "$(printf '%08x' "$size")"
    fi
    printf '%-*s\n' $((size - 1)) "$text"
}

# put_npy TYPE little|big NUMBER... : a one-dimensional .npy file.
put_npy()
{
    local order='<'
    [ "$2" = little ] || order='>'
    put_npy_header "$order$(dtype "$1")" "($(($# - 2)),)"
    put_numbers "$@"
}

# put_array TYPE SHAPE ORDER NUMBER... : an .npy file of that shape, "C" or "F" being its order.
put_array()
{
    local type=$1 shape=$2 order=False
    [ "$3" = C ] || order=True
    shift 3
    put_npy_header "<$(dtype "$type")" "$shape" 1 "$order"
    put_numbers "$type" little "$@"
}

# ---- Traces ------------------------------------------------------------------------------------

# traced FILTER STRATEGY [OPTION...] : the first trace of explain --json, in groups of 128.
traced()
{
    local filter=$1
    shift
    expect_json ".traces[0] | $filter" clreduce explain --json --group 128 "$@"
}
