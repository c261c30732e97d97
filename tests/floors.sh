#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The architecture's rule, checked: a file of src/ includes only files of lower floors, and the
# command sees nothing of the library but its public header.
#
#   floors.sh [ROOT]     the source tree; without it, the one this script is in
#
# Without ROOT it also breaks the rule in copies of the tree, and fails unless it notices. Prints
# one line for each violation. Exit status: 0 none, 1 some, 2 the tree is not as expected.
set -eu

# The floors, lowest first. Files of one floor may not include each other, except as listed below.
floors=(
    "status text setting log number operator strategy record piece limbs ieee"
    "expression expression_tree expression_name expression_token exact"
    "request form form_parts form_exact form_real form_integer form_compare accumulator accumulator_bytes"
    "device device_list cache pass"
    "level means host choice local limits sizes choose geometry source compose block"
    "program trace"
    "context"
    "probe room"
    "own arithmetic"
    "plan job blocks"
    "check order launch"
    "ready run kept"
    "selftest stream reduce"
)

# INCLUDER:INCLUDED on one floor: the rows of a table that another table is made of, objects whose
# code fills several files, what those stand on, and a decision that is the next one's input.
neighbours="
operator:number setting:text
expression_tree:expression_name expression_tree:expression_token
expression:expression_tree
form:form_parts form_parts:form form_real:form_parts form_integer:form_parts form_compare:form_parts
device_list:device accumulator_bytes:accumulator
form_exact:form_parts
choice:means local:choice local:geometry limits:choice limits:local sizes:limits sizes:local choose:limits choose:sizes level:choose geometry:choice sizes:geometry source:means compose:choice
compose:geometry compose:source block:means block:source
launch:order
"

stop()
{
    echo "floors.sh: $*" >&2
    exit 2
}

# The floor of a noun, or nothing.
floor_of()
{
    local number
    for number in "${!floors[@]}"; do
        case " ${floors[$number]} " in
        *" $1 "*) echo "$number" ;;
        esac
    done
}

# "FILE INCLUDED" for each #include "..." of the files.
quoted_includes()
{
    grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' "$@" |
        sed -E 's/:[^"]*"([^"]+)"/ \1/'
}

may_include()
{
    local noun=$1 included=$2 from to
    [ "$noun" != "$included" ] || return 0
    case " ${neighbours//$'\n'/ } " in
    *" $noun:$included "*) return 0 ;;
    esac
    from=$(floor_of "$noun")
    to=$(floor_of "$included")
    [ -n "$to" ] && [ "$to" -lt "$from" ]
}

check_library()
{
    local root=$1 file included noun violations=0
    for file in "$root"/src/*.[ch]; do
        noun=$(basename "${file%.*}")
        [ -n "$(floor_of "$noun")" ] || stop "$file is on no floor: add it to the table"
    done
    while read -r file included; do
        # Rows (.def), and kernels' pieces that C compiles too, belong to the one file that reads them.
        [ "${included##*.}" != def ] && [ "${included##*.}" != cl ] || continue
        noun=$(basename "${file%.*}")
        may_include "$noun" "${included%.*}" && continue
        echo "src/$(basename "$file") includes $included, which is not on a lower floor"
        violations=1
    done < <(quoted_includes "$root"/src/*.[ch])
    return $violations
}

check_command()
{
    local root=$1 file included violations=0
    while read -r file included; do
        case "$included" in
        */*) ;; # out of tools/
        *) [ -z "$(find "$root/tools" -name "$included")" ] || continue ;;
        esac
        echo "tools/$(basename "$file") includes $included, which is none of the command's headers"
        violations=1
    done < <(quoted_includes "$root"/tools/*/*.[ch])
    return $violations
}

check()
{
    local root=$1 violations=0
    if [ ! -d "$root/src" ] || [ ! -d "$root/tools" ]; then
        stop "$root has no src/ and tools/"
    fi
    check_library "$root" || violations=1
    check_command "$root" || violations=1
    return $violations
}

# Fails unless a line added to a file of a copied tree is noticed.
expect_notice()
{
    local file=$1 line=$2 copy=$work/copy
    rm -rf "$copy"
    mkdir "$copy"
    cp -r "$root/src" "$root/tools" "$copy"
    echo "$line" >>"$copy/$file"
    ! check "$copy" >/dev/null || stop "did not notice $line in $file"
}

if [ $# -gt 0 ]; then
    check "$1"
    exit
fi

root=$(cd "$(dirname "$0")/.." && pwd)
check "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expect_notice src/text.c '#include "plan.h"'
expect_notice src/choose.h '  #  include   "program.h"'
expect_notice src/stream.c '#include "selftest.h"'
expect_notice tools/command/message.c '#include "../src/status.h"'
expect_notice tools/command/message.c '#include "status.h"'
echo "floors.sh: every file keeps to its floor"
