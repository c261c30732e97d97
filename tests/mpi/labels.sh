#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares the results by label that ranks of clreduce-mpi print, and what they say of labels, with what clreduce has
# of all elements; then has labels refused.
#
# Usage and exit status: prints.sh.
set -eu

# shellcheck source=tests/mpi/prints.sh
. "$(dirname "$0")/prints.sh"

# Of 0 to 2999 a third are labels; those of the file are mapped by each of three ranks.
make_parts()
{
    "$make_npy" mapped.npy 90001
    "$make_npy" longer.npy 99999
    put_npy f32 little >empty.npy
    {
        put_npy_header '<f4' '(190000,)'
        tail -qc +129 mapped.npy longer.npy
    } >joined.npy
    seq 190000 | awk '{ print $1 * 7919 % 1000 * 3 }' | "$command" max -q --length 1 -t i32 -o labels.npy
    put_npy f32 little nan 1 0.5 nan 3 >few.npy
    put_npy i8 little 2 -1 2 7 0 >signed.npy # read, as the library has no labels of i8
    put_npy u64 little 2 5 2 18446744073709551615 0 >large.npy
    put_array f64 '(1, 2, 2)' C 1 2 3 0.5 >one.npy
    put_array f64 '(2, 2, 2)' F 3 1 nan 1 0.5 1 2 -1.5 >two.npy
    put_array f64 '(3, 2, 2)' C 1 2 3 0.5 3 0.5 nan 2 1 1 1 -1.5 >three.npy
    put_array i16 '(3, 2)' F 0 1 0 1 4 1 >along.npy
    put_npy i32 little 0 2 1 >rows.npy
}

# The same operators wherever they will do: PoCL takes a second for each kernel.
try_labels()
{
    local count
    for count in 1 2 3 7; do
        same $count joined.npy sum,var,argmax --labels labels.npy -- mapped.npy empty.npy longer.npy
    done
    chunk=300K same 2 joined.npy sum,var,argmax --labels labels.npy -q -- mapped.npy longer.npy
    same 3 joined.npy sum,var,argmax --labels labels.npy --bins 1000 -- joined.npy # status 2: most have no value
    same 7 few.npy sum,var,argmax --labels signed.npy --bins 8 -- few.npy          # more ranks than elements
    same 3 few.npy sum,var,argmax --labels large.npy --bins 9 --nan ignore -- few.npy empty.npy
    same 2 empty.npy sum,count --labels empty_labels.npy -- empty.npy
    same 2 empty.npy sum,count --labels empty_labels.npy --bins 2 -- empty.npy
    "$command" sum -q --labels labels.npy joined.npy -o wanted.npy
    ranks 2 "$program" sum --labels labels.npy mapped.npy longer.npy -o got.npy || fail "-o: status $?"
    cmp wanted.npy got.npy || fail "-o writes something else"
}

# Labels along axes, of which each rank has those of its rows.
try_axes()
{
    local count
    for count in 1 2 7; do
        same $count three.npy sum,argmax --axis 0,1 --labels along.npy -- one.npy two.npy
    done
    chunk=16 same 2 three.npy sum,argmax --axis 0,-2 --labels along.npy --bins 2 -- one.npy two.npy
    same 3 three.npy sum,argmax --axis 0 --labels rows.npy -- three.npy
    same 2 columns.npy sum --labels along.npy -- columns.npy # a list in index order
}

try_refusals()
{
    refused 1 '--bins says how many labels*' "$program" sum few.npy --bins 3
    refused 1 "rank 0: standard input, '-', *" "$program" sum few.npy --labels -
    refused 2 'rank 0: nothing.npy: cannot be opened*' "$program" sum few.npy --labels nothing.npy
    refused 2 'rank 0: labels.txt: is text or compressed, *' "$program" sum few.npy --labels labels.txt
    refused 2 'rank 0: few.npy: has elements of f32, but labels are whole numbers.' "$program" sum few.npy --labels few.npy
    refused 2 'rank 0: signed.npy has 5 labels, but few.npy has 10 elements*' "$program" sum few.npy few.npy --labels signed.npy
    refused 2 'rank 0: rows.npy has 3 labels, and three.npy has 6 indices*' "$program" sum three.npy --axis 0,1 --labels rows.npy
    refused 2 'rank 1: signed.npy: label 1 is -1, below 0*' "$program" sum few.npy --labels signed.npy
    refused 2 'rank 2: large.npy: label 3 is 18446744073709551615*' "$program" sum few.npy --labels large.npy
    refused 1 '--bins 1000000000000: so many results have no room*' "$program" sum few.npy --labels signed.npy --bins 1e12
    refused 1 'gaps.npy: the largest label is 1000000000000, *' "$program" sum few.npy --labels gaps.npy
    refused 1 'rank 0: wide.npy: the largest label is 9223372036854775807, *' "$program" sum three.npy --axis 0 --labels wide.npy
    refused 1 '--output few.npy: this is few.npy*' "$program" sum few.npy --labels signed.npy -o few.npy
    # A rank whose device fails, where the others have results.
    cat >elsewhere <<END
#!/bin/bash
[ "\${OMPI_COMM_WORLD_RANK:-\${PMI_RANK:-}}" != 1 ] || export CLREDUCE_DEVICE=nowhere
exec "$program" "\$@"
END
    chmod +x elsewhere
    refused 3 "rank 1: no device matches 'nowhere'*" "$work/elsewhere" sum,var,argmax joined.npy --labels labels.npy
}

make_parts
put_npy i32 little >empty_labels.npy
put_array f32 '(3, 2)' F 1 -0 2 -1.5 3 0.5 >columns.npy
put_npy i64 little 0 2 1 1000000000000 4 >gaps.npy
put_npy i64 little 0 9223372036854775807 1 >wide.npy
echo 0 1 2 3 4 >labels.txt
try_labels
try_axes
try_refusals
echo "mpi: $mpi: all is well"
