#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Draws the lists of docs/inside.md, from the caller to the driver, as a debugger sees them:
#
#   stations.sh BUILD_FOLDER            prints them
#   stations.sh BUILD_FOLDER --check    compares them with the page, which also has a row for each file
#
# Frames depend on the compiler: the page has those of gcc 12 at -O2 (preset dev). Exit status: 0 all
# is well, 1 the page says something else, 77 there is no debugger, or another compiler.
set -eu
build=$1
page=$(cd "$(dirname "$0")/.." && pwd)/docs/inside.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip()
{
    echo "stations.sh: $*" >&2
    exit 77
}

command -v gdb >/dev/null || skip "gdb is missing: apt-get install gdb"
grep -q '^CMAKE_BUILD_TYPE:.*=RelWithDebInfo$' "$build/CMakeCache.txt" || skip "this build is not one of the preset dev"
strings -a "$build/tests/stations" | grep -q '^GCC: .* 12\.' || skip "another compiler than gcc 12 has its own frames"

export CLREDUCE_NATIVE=0 # the lists are of kernels
# Backtraces of all programs built, and, once plans are made, of all kernels launched.
cat >"$work/commands" <<'GDB'
set pagination off
set width 0
set breakpoint pending on
break clBuildProgram
commands
silent
printf "backtrace\n"
backtrace
continue
end
break settled
commands
silent
printf "settled\n"
delete
break clEnqueueNDRangeKernel
commands
silent
printf "backtrace\n"
backtrace
continue
end
continue
end
run
GDB
gdb -batch -x "$work/commands" "$build/tests/stations" >"$work/frames" 2>&1

# The list of the first backtrace of each function that makes a call, outermost first.
draw()
{
    awk -v title="$2" -v caller="$1" -v is_settled="$3" '
        /^settled/ { now = 1 }
        /^backtrace/ { count = 0 }
        /^#/ && / at .*src\// {
            name = $0; sub(/^#[0-9]+ +(0x[0-9a-f]+ in )?/, "", name); sub(/ .*/, "", name)
            file = $0; sub(/.*src\//, "", file); sub(/:[0-9]+$/, "", file)
            if (name != names[count] || file != files[count]) { # not a part that gcc has split off
                names[++count] = name
                files[count] = file
            }
        }
        $0 ~ (" " caller " \\(") && !is_drawn && now == is_settled {
            is_drawn = 1
            print title
            for (i = count; i > 0; i--)
                printf "    %-24s %s\n", names[i], files[i]
        }' "$work/frames"
}

{
    draw sum_of_all "a plan is made" 0
    draw sum_of_all "a sum" 1
    draw sums_of_rows "sums of rows" 1
    draw sums_by_label "sums by label" 1
} | sed 's/ (.*)$//' >"$work/lists"

if [ "${2-}" != --check ]; then
    cat "$work/lists"
    exit
fi
sed -n '/^```text$/,/^```$/p' "$page" | grep -v '^```' >"$work/page"
diff -u "$work/page" "$work/lists" || { echo "docs/inside.md has other frames: tests/stations.sh $build prints today's" >&2; exit 1; }
code=0
for file in $(awk '/^    / { print $2 }' "$work/lists" | sort -u); do
    grep -qF "| \`$file\` |" "$page" || { echo "docs/inside.md has no row for $file" >&2; code=1; }
done
exit $code
