#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Whether programs built with the library that is described here run with this one: no call has gone or takes something
# else, no member of a struct has moved. Calls may come, and structs grow (cut_growth.py: by abidiff 2.2 what lets structs
# grow, has_data_member_inserted_at = end, lets members move, too).
#
#   run.sh LIBRARY             compares it with NAME.abi, where it is NAME.so..., and tries on changed copies of
#                              the description that differences are found
#   run.sh LIBRARY --write     writes NAME.abi anew, for a version of which the SONAME is another
#
# LIBRARY is libclreduce or libclreduce_mpi (mpi.sh), shared, for x86-64, with debug information. Exit status: 0 it
# holds, 1 it does not, after what has changed, 77 there is no abidw, or another processor.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
library=$1
name=$(basename "$library")
name=${name%%.so*}
stored=$here/$name.abi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip()
{
    echo "abi: $*" >&2
    exit 77
}

fail()
{
    echo "abi: $*" >&2
    exit 1
}

describe() # output
{
    abidw --suppressions "$here/public.ini" --headers-dir "$here/../../include/clreduce" --drop-private-types \
        --exported-interfaces-only --no-comp-dir-path --no-corpus-path --no-show-locs --no-elf-needed \
        --out-file "$1" "$library"
}

# holds STORED: whether programs of the stored description run with the library.
holds()
{
    local status=0
    python3 "$here/cut_growth.py" "$1" "$work/library.abi" >"$work/cut.abi"
    abidiff --no-added-syms "$1" "$work/cut.abi" || status=$?
    # bits: 1 and 2 of failures, 4 and 8 of changes
    if [ $status -gt 12 ] || [ $((status & 3)) != 0 ]; then
        fail "abidiff fails with $status"
    fi
    return $status
}

# changed SED_SCRIPT: the stored description, so that the library differs from it.
changed()
{
    sed "$1" "$stored" >"$work/changed.abi"
    ! cmp -s "$stored" "$work/changed.abi" || fail "changes nothing in $stored: $1"
}

expect_difference() # sed script
{
    changed "$1"
    ! holds "$work/changed.abi" >/dev/null || fail "not found: $1"
}

expect_none() # sed script
{
    changed "$1"
    holds "$work/changed.abi" || fail "taken for a difference: $1"
}

# in_struct NAME SED_SCRIPT
in_struct()
{
    echo "/<class-decl name='$1' size/,/<.class-decl>/{$2}"
}

# Debian's list of symbols, by which packages depend on a version, has those of the library, no more and no fewer.
check_symbols()
{
    local package=${name//_/-}
    cmp <(nm -D --defined-only "$library" | awk '{ sub(/@.*/, "", $3); print $3 }' | sort -u) \
        <(sed -n 's/^ \([^@]*\)@.*/\1/p' "$here/../../debian/$package"0.2.symbols | sort -u) ||
        fail "debian/${package}0.2.symbols has other symbols than $library"
}

# The tries of each library.
try_libclreduce()
{
    local member="data-member access='public' layout-offset-in-bits"
    local without_last="s/'256'/'192'/; /$member='192'/,/data-member>/d"
    expect_none "$(in_struct clr_mask "$without_last")"
    expect_difference "$(in_struct clr_mask "/$member/s/'64'/'96'/")"
    expect_difference "$(in_struct clr_mask "$without_last; /$member/s/'64'/'96'/")"
    expect_difference "$(in_struct clr_mask "s/'256'/'320'/")"
    expect_difference "$(in_struct clr_device_fact "$without_last")"
    expect_difference "s/clr_version_/clr_edition_/; s/clr_version'/clr_edition'/"
}

try_libclreduce_mpi()
{
    expect_none "/<function-decl name='clr_mpi_progress'/,/<.function-decl>/d; /elf-symbol name='clr_mpi_progress'/d"
    expect_difference "s/'clr_mpi_progress'/'clr_mpi_advance'/g"
    expect_difference "/<parameter .* name='root'/d"
    expect_difference "/typedef-decl name='MPI_Comm'/s/ type-id='[^']*'/ type-id='type-id-1'/" # a pointer becomes a char
}

command -v abidw >/dev/null || skip "abidw is missing: apt-get install abigail-tools"
readelf -h "$library" | grep -q X86-64 || skip "$stored is of x86-64"
readelf -S "$library" | grep -q '\.debug_info' || skip "$library has no debug information"
if [ "${2-}" = --write ]; then
    describe "$stored"
    exit
fi
! grep -q "path='/" "$stored" || fail "$stored names a folder of the machine that wrote it"
[ -e "$stored" ] || fail "there is no $stored, so $library is none of the libraries"
check_symbols
describe "$work/library.abi"
holds "$stored" || fail "programs built before do not run with $library"
"try_$name"
echo "abi: programs built before run with $name"
