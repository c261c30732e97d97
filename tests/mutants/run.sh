#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What tools/test.sh --all runs is tested: each paragraph of tests/mutants/list makes one thing wrong in
# the sources, and the test that it names must then fail by its own judgement. A text that is not
# there exactly once, a mutant that does not compile, on the host or on the device, and a test that
# crashes or hangs where the list does not say so count as failures of this script.
#
# Sources are copied to BUILD_FOLDER/mutants, and built there; what was built is kept for the next run.
#
#   run.sh BUILD_FOLDER [NUMBER...]     all mutants, or those of these numbers
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
if [ $# = 0 ] || [ ! -d "$1" ]; then
    echo "usage: $0 BUILD_FOLDER [NUMBER...]" >&2
    exit 2
fi
folder=$(cd "$1" && pwd)/mutants
shift
chosen=" $* "
source=$folder/source
build=$folder/build
jobs=${MUTANTS_JOBS:-$(nproc)}
time_limit=${MUTANTS_SECONDS:-900} # of one test

# ---- the list: mutant N is file[N], tests[N], ends[N], old[N], new[N], why[N] ----

files=() tests=() ends=() olds=() news=() whys=()

trimmed()
{
    local text=$1

    text=${text#"${text%%[! ]*}"}
    printf '%s' "${text%"${text##*[! ]}"}"
}

read_list()
{
    local line file test why n=0

    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
            '#'*) ;;
            '- '*) olds[n]+=${olds[n]:+$'\n'}${line:2} ;;
            '+ '*) news[n]+=${news[n]:+$'\n'}${line:2} ;;
            *'|'*)
                n=$((n + 1))
                IFS='|' read -r file test why <<<"$line"
                files[n]=$(trimmed "$file")
                read -r "tests[n]" "ends[n]" <<<"$test"
                whys[n]=$(trimmed "$why")
                olds[n]="" news[n]="" ;;
            '') ;;
            *) echo "$here/list: what is this: $line" >&2; exit 2 ;;
        esac
    done <"$here/list"
    count=$n
}

# Those that a preset leaves out would prove nothing.
is_in_each_run() # TEST
{
    local left_out

    left_out=$(jq -r '.testPresets[] | select(.name == "all") | .filter.exclude.label' \
        "$root/CMakePresets.json")
    ctest --test-dir "$build" -N -R "^${1//./[.]}\$" -LE "$left_out" | grep -q 'Total Tests: 1$'
}

is_chosen() # NUMBER
{
    [ "$chosen" = "  " ] || [[ $chosen == *" $1 "* ]]
}

# ---- sources and builds ----

# What is as it was keeps its time, so that little is built again.
copy_sources()
{
    local path

    mkdir -p "$source"
    while IFS= read -r -d '' path; do
        [ -f "$root/$path" ] || rm "$source/$path"
    done < <(cd "$source" && find . -type f -print0)
    while IFS= read -r -d '' path; do
        cmp -s "$root/$path" "$source/$path" && continue
        mkdir -p "$source/${path%/*}"
        cp -p "$root/$path" "$source/$path" && touch "$source/$path"
    done < <(cd "$root" && find . \( -path ./build -o -path ./.git -o -path "./${folder#"$root"/}" \) \
        -prune -o -type f -print0)
}

# Of what a test's command and environment name in the build, the targets. (ctest itself does not tell
# of tests whose programs are not built yet.)
targets_of() # TEST
{
    grep -E "^(add_test|set_tests_properties)\((\[=*\[)?${1//./[.]}(\]=*\])? " \
        "$build/tests/CTestTestfile.cmake" | grep -o "$build/[^\"; ]*" | while read -r path; do
        path=${path#"$build"/}
        case $path in
            */pocl | */kernels) ;;
            tools/clreduce) echo clreduce_command ;;
            tools/lib*.a) path=${path##*/lib} && echo "${path%.a}" ;;
            tools/*) echo "clreduce_${path##*/}" ;;
            *) path=${path##*/} path=${path#lib} && echo "${path%.so}" ;;
        esac
    done | sort -u
}

make_targets() # TARGET...
{
    cmake --build "$build" -j "$jobs" --target "$@" >"$log" 2>&1
}

# ---- one mutant ----

# Puts $2 for $1 where it is, exactly once, in file $3.
change()
{
    local text before after

    text=$(<"$3") || return 1
    after=${text#*"$1"}
    before=${text%%"$1"*}
    if [ "$after" = "$text" ]; then
        echo "its text is not in the file"
        return 1
    fi
    if [[ $after == *"$1"* ]]; then
        echo "its text is in the file more than once"
        return 1
    fi
    printf '%s%s%s\n' "$before" "$2" "$after" >"$3"
}

# How the test ends: passes, fails, crashes, hangs, or what else.
judge() # TEST
{
    ctest --test-dir "$build" -R "^${1//./[.]}\$" --no-tests=error --timeout "$time_limit" \
        --output-on-failure >"$log" 2>&1
    if grep -q '\*\*\*Timeout' "$log"; then echo hangs
    elif grep -q '\*\*\*Exception' "$log"; then echo crashes
    elif grep -q '\*\*\*Failed' "$log"; then
        grep -qE "$no_kernel" "$log" && echo "has a kernel that does not compile" || echo fails
    elif grep -q 'Passed  ' "$log" && grep -q '100% tests passed' "$log"; then echo passes
    else echo "is not run"
    fi
}
no_kernel='did not compile a kernel|CL_BUILD_PROGRAM_FAILURE'

try() # NUMBER
{
    local n=$1 path=$source/${files[$1]} said ended=
    local name="${files[n]}: ${whys[n]}" expected=${ends[n]:-fails} started=$SECONDS

    log=$folder/log/$n
    if ! said=$(change "${olds[n]}" "${news[n]}" "$path"); then
        echo "$n DOES NOT APPLY ($said): $name"
        return 1
    fi
    # shellcheck disable=SC2046
    if make_targets $(targets_of "${tests[n]}"); then
        ended=$(judge "${tests[n]}")
    fi
    cp "$root/${files[n]}" "$path"
    case $ended in
        '') echo "$n DOES NOT COMPILE: $name"; return 1 ;;
        "$expected") echo "$n caught by ${tests[n]} ($((SECONDS - started)) s): $name" ;;
        passes) echo "$n SURVIVED ${tests[n]}: $name"; return 1 ;;
        *) echo "$n NOT JUDGED, as ${tests[n]} $ended: $name"; return 1 ;;
    esac
}

restore_all()
{
    local n

    for n in "${!files[@]}"; do
        cmp -s "$root/${files[n]}" "$source/${files[n]}" || cp "$root/${files[n]}" "$source/${files[n]}"
    done
}

# ---- all of them ----

read_list
mkdir -p "$folder/log"
log=$folder/log/build
copy_sources
trap restore_all EXIT
cmake -S "$source" -B "$build" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 \
    -DCLREDUCE_BUILD_TESTS=ON >"$log" 2>&1 || { cat "$log"; exit 1; }

# With nothing changed all of these tests pass.
named=$(for n in "${!files[@]}"; do ! is_chosen "$n" || echo "${tests[n]}"; done | sort -u)
[ -n "$named" ] || { echo "there are no such mutants"; exit 2; }
for test in $named; do
    log=$folder/log/$test
    is_in_each_run "$test" || { echo "$test is not among the tests of tools/test.sh --all"; exit 1; }
    targets=$(targets_of "$test")
    # shellcheck disable=SC2086
    make_targets $targets || { tail -n 20 "$log"; echo "$test: its programs do not build"; exit 1; }
    ended=$(judge "$test")
    [ "$ended" = passes ] || { tail -n 20 "$log"; echo "$test $ended with nothing changed"; exit 1; }
done
echo "with nothing changed, these pass: ${named//$'\n'/ }"

tried=0
failed=0
for n in "${!files[@]}"; do
    is_chosen "$n" || continue
    tried=$((tried + 1))
    try "$n" || failed=$((failed + 1))
done
echo "$tried mutants of $count, $failed not caught"
[ "$failed" = 0 ]
