#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Follows the README to the letter in a fresh folder: its lines of installation, then the examples of
# documents in turn, whose output has to be what they show, and the README's C. Blocks called "sh" are lines to type; in blocks called
# "console" a line to type begins with "$ ", and its output follows; the block called "c" is sum.c. Commands in
# all other blocks are typed, too, and must not fail; but for those that untyped.txt names, with the reason.
#
#   readme.sh BUILD_FOLDER DOCUMENT...     such as README.md and docs/command.md
#
# Two things are not as for a reader. tools/run.sh is replaced, as it would install packages and build
# everything once more: the build is BUILD_FOLDER's, and the numbers are written as it writes them. And
# `sudo` installs into a folder that stands for the root, which programs are told of in place of ldconfig.
#
# Exit status: 0 all is as the README says, 1 something is not, after a line that says what.
set -u

[ $# -ge 2 ] || { echo "usage: readme.sh BUILD_FOLDER DOCUMENT..." >&2; exit 1; }
unset CLREDUCE_HOST_ELEMENTS # as readers have it
build=$(realpath -e "$1") || exit 1
source_folder=$(cd "$(dirname "$0")/.." && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clone=$work/clone
root=$work/root

fail()
{
    echo "readme: $*" >&2
    exit 1
}

# blocks KIND DOCUMENT : the lines of all blocks of that kind.
blocks()
{
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/d;p}" "$source_folder/$2"
}

# commands DOCUMENT : those that stand in other blocks, fenced or indented, without what is said of them.
commands()
{
    awk '/^ *```/ { fence = fence == "" ? $1 : ""; next }
         fence == "```console" || (fence == "" && !/^    /) { next }
         { sub(/^ +/, ""); sub(/^\$ /, ""); sub(/ +# .*/, "") }
         /^([A-Z_]+=[^ ]* )*((clreduce|cc|c[+][+]|python3|cmake|ctest|sudo) |[^ ]*(tools|tests)\/[^ ]*( |$))/' \
        "$source_folder/$1"
}

# ---- A clone and an administrator --------------------------------------------------------------

script()
{
    cat >"$1"
    chmod +x "$1"
}

make_clone()
{
    local line
    mkdir -p "$clone/tools" "$clone/build" "$work/bin"
    ln -s "$build" "$clone/build/release"
    ln -s "$source_folder/examples" "$source_folder"/examples/embedding/embedding.c* build/numbers.npy "$clone"
    line=$(grep -E '^(count|numbers)=' "$source_folder/tools/run.sh")
    # shellcheck disable=SC2016 # as it stands there
    grep -q 'make_npy \$numbers \$count' "$source_folder/tools/run.sh" ||
        fail "tools/run.sh writes its numbers in another way"
    [ -x "$source_folder/tools/run.sh" ] || fail "tools/run.sh cannot be run"
    script "$clone/tools/run.sh" <<<"#!/bin/bash
$line
exec build/release/tools/make_npy \$numbers \$count"
    script "$work/bin/sudo" <<<"#!/bin/bash
[ \"\$1\" = ldconfig ] || DESTDIR=$root exec \"\$@\""
}

# What is installed there is found as it would be below /.
enter_root()
{
    local command folder
    command=$(find "$root" -path '*/bin/clreduce')
    [ -x "$command" ] || fail "its lines of installation do not install the command"
    folder=$(dirname "$(find "$root" -name libclreduce.so)")
    PATH=$(dirname "$command"):$PATH
    export PKG_CONFIG_PATH=$folder/pkgconfig LD_LIBRARY_PATH=$folder
}

# ---- Following -----------------------------------------------------------------------------------

follow_sh()
{
    local line count=0
    while IFS= read -r line; do
        bash -c "$line" >"$work/log" 2>&1 </dev/null ||
            { cat "$work/log" >&2; fail "failed: $line"; }
        count=$((count + 1))
    done < <(blocks sh README.md)
    [ $count = 3 ] || fail "installing takes $count lines, not three"
}

# Runs the command that was read last, and compares.
compare()
{
    local got
    [ -n "$command" ] || return 0
    # It may fail if that is what is shown.
    got=$(bash -c "$command" 2>&1 </dev/null) || [[ $expected == 'clreduce: '* ]] ||
        fail "failed: $command: $got"
    [ "$got" = "${expected%$'\n'}" ] ||
        fail "$command
expected: ${expected%$'\n'}
got:      $got"
    examples=$((examples + 1))
}

# follow_console DOCUMENT
follow_console()
{
    local line command='' expected=''
    while IFS= read -r line; do
        if [[ $line == '$ '* ]]; then
            compare
            command=${line#??}
            expected=''
        else
            expected+=$line$'\n'
        fi
    done < <(blocks console "$1")
    compare
}

# Whether untyped.txt has the command, which is marked there as met.
is_untyped()
{
    local row=0 document pattern
    while IFS='|' read -r document pattern _; do
        row=$((row + 1))
        # shellcheck disable=SC2053 # patterns
        [[ $1 == ${document% } && $2 == ${pattern:1:-1} ]] && met[row]=yes && return
    done <"$source_folder/tests/untyped.txt"
    return 1
}

# type_others DOCUMENT
type_others()
{
    local command
    while IFS= read -r command; do
        is_untyped "$1" "$command" && continue
        bash -c "$command" >"$work/log" 2>&1 </dev/null ||
            { cat "$work/log" >&2; fail "$1: failed: $command"; }
        typed=$((typed + 1))
    done < <(commands "$1")
}

# check_untyped DOCUMENT : it has every command that untyped.txt says it has.
check_untyped()
{
    local row=0 document pattern
    while IFS='|' read -r document pattern _; do
        row=$((row + 1))
        [ "${document% }" != "$1" ] || [ -n "${met[row]-}" ] || fail "$1 has no command$pattern"
    done <"$source_folder/tests/untyped.txt"
}

# check_links DOCUMENT : what it points to is there.
check_links()
{
    local link
    while IFS= read -r link; do
        [ -e "$source_folder/$(dirname "$1")/$link" ] || fail "$1 points to $link, which is not there"
    done < <(grep -oE '\]\([^)#]+' "$source_folder/$1" | cut -c 3- | grep -v '^http')
}

# The header's, where packagers are told of it.
check_version()
{
    local version name
    version=$(sed -nE 's/^#define CLR_VERSION_(MAJOR|MINOR) //p' "$source_folder/include/clreduce/clreduce.h" | paste -sd.)
    for name in "libclreduce.so.$version" "find_package(clreduce $version)"; do
        grep -qF "\`$name\`" "$source_folder/docs/packagers.md" || fail "docs/packagers.md does not tell of $name"
    done
}

check_length()
{
    local words
    # shellcheck disable=SC2016 # no expansion, but a fence of Markdown
    words=$(sed '/^```/,/^```/d' "$source_folder/README.md" | wc -w)
    [ "$words" -le 550 ] || fail "it has $words words besides its examples; 500 is what a screen holds"
}

make_clone
cd "$clone" || exit 1
PATH=$work/bin:$PATH
unset LD_LIBRARY_PATH PKG_CONFIG_PATH DESTDIR CLREDUCE_DEVICE
follow_sh
enter_root
blocks c README.md >sum.c
[ -s sum.c ] || fail "there is no C"
examples=0
typed=0
met=()
for document in "$@"; do
    [ -e "$source_folder/$document" ] || fail "there is no $document"
    follow_console "$document"
    type_others "$document"
    check_untyped "$document"
    check_links "$document"
done
[ $((examples + typed)) -ge 8 ] || fail "only $examples examples and $typed other commands were found"
check_length
check_version
echo "readme: installed in three lines; $examples examples as $* shows them; $typed other commands"
