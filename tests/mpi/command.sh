#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares what ranks of clreduce-mpi print with what clreduce prints of all elements; then has ranks fail, alone and
# together; then types the lines of docs/mpi.md.
#
# Usage and exit status: prints.sh.
set -eu

# shellcheck source=tests/mpi/prints.sh
. "$(dirname "$0")/prints.sh"

# ---- What ranks print ----------------------------------------------------------------------------

# The numbers of the files behind their headers, which have 128 bytes.
make_parts()
{
    "$make_npy" mapped.npy 90001 # both begin alike, so that the largest number comes twice
    "$make_npy" longer.npy 99991
    put_npy f32 little >empty.npy
    put_npy f32 big 1 0.5 inf nan >turned.npy
    put_array f32 '(2, 3)' F 1 -0 2 -1.5 3 0.5 >columns.npy
    put_array f32 '(2, 3)' C 1 2 3 -0 -1.5 0.5 >rows.npy
    {
        put_npy_header '<f4' '(190004,)'
        tail -qc +129 mapped.npy longer.npy rows.npy rows.npy
    } >joined.npy
    put_npy f32 little nan 1 0.5 nan 3 >few.npy
    put_array f64 '(1, 2, 2)' C 1 2 3 0.5 >one.npy
    put_array f64 '(2, 2, 2)' F 3 1 nan 1 0.5 1 2 -1.5 >two.npy
    put_array f64 '(3, 2, 2)' C 1 2 3 0.5 3 0.5 nan 2 1 1 1 -1.5 >three.npy
    put_numbers i16 big 1 2 30000 >a.raw
    put_numbers i16 big 30000 7 >b.raw
    cat a.raw b.raw >ab.raw
}

# The same operators wherever they will do: PoCL takes a second for each kernel.
try_flat()
{
    local count
    for count in 1 2 3 7; do
        same $count joined.npy sum,var,argmax -- mapped.npy empty.npy longer.npy rows.npy columns.npy
    done
    same 2 joined.npy sum,var,argmax --chunk 300K -- mapped.npy longer.npy columns.npy rows.npy
    same 7 few.npy sum,var,argmax -- few.npy # more ranks than elements
    same 3 few.npy sum,var,argmax --nan ignore --ddof 1 -- few.npy empty.npy
    same 2 turned.npy sum,var,argmax -- turned.npy
    same 2 ab.raw minmax,and --raw -t i16 --endian big -- a.raw b.raw
}

try_axes()
{
    same 2 three.npy sum,argmax --axis 0 -- one.npy two.npy
    same 7 three.npy sum,argmax --axis 0,-1 -- one.npy two.npy
    same 2 three.npy sum,argmax --axis 0,1 --chunk 40 -- three.npy
    "$command" min --axis 0 three.npy -o wanted.npy
    ranks 2 "$program" min --axis 0 one.npy two.npy -o got.npy || fail "-o: status $?"
    cmp wanted.npy got.npy || fail "-o writes something else"
}

# Ranks of one host have its devices in turn.
try_devices()
{
    local devices
    devices=$(POCL_DEVICES="basic basic" ranks 3 "$program" max -v joined.npy 2>&1 >/dev/null |
        grep -o 'rank [0-9].* of 190004, on device [0-9:]*' | sort)
    [ "$devices" = "rank 0: elements 0 to 63334 of 190004, on device 0:0
rank 1: elements 63334 to 126669 of 190004, on device 0:1
rank 2: elements 126669 to 190004 of 190004, on device 0:0" ] || fail "devices: $devices"
}

# ---- Failures ------------------------------------------------------------------------------------

try_refusals()
{
    refused 1 'name operators and files*' "$program"
    refused 1 'name the files*' "$program" sum
    refused 1 "unknown operator 'sun'*" "$program" sun few.npy
    refused 1 "--json is none*by 'clreduce merge'." "$program" sum few.npy --json
    refused 1 "--where is none*by 'clreduce merge'." "$program" sum few.npy --where 'x > 0'
    refused 1 "--mask is none*by 'clreduce merge'." "$program" sum few.npy --mask few.npy
    refused 1 "--save is none*by 'clreduce merge'." "$program" sum few.npy --save few.clra
    refused 1 '--unfused is none*lists them.' "$program" sum few.npy --unfused
    refused 1 '--output writes the results of --axis and --labels;*' "$program" sum few.npy -o x.npy
    refused 1 'logsumexp of f32 has no accumulator*' "$program" sum,logsumexp few.npy
    refused 1 "prod: ranks put results together*by 'clreduce merge'." "$program" prod --raw -t i16 a.raw
    refused 1 'dot reads two files*' "$program" dot few.npy few.npy
    refused 1 'rank 0: --axis: ranks share axis 0*' "$program" sum --axis 1 one.npy
    refused 1 "rank 0: standard input, '-', *" "$program" sum -
    refused 2 'rank 0: nothing.npy: cannot be opened*' "$program" sum few.npy nothing.npy
    refused 2 'rank 0: one.npy: has elements of f64, but few.npy has elements of f32*' "$program" sum few.npy one.npy
    refused 2 'rank 0: one.npy has the shape (1, 2, 2), square.npy (2, 2)*' "$program" sum one.npy square.npy --axis 0
    refused 2 'rank 0: text.txt: is text*' "$program" sum text.txt
    refused 2 'mean of no elements*' "$program" mean empty.npy
}

# Of three ranks the second is elsewhere: without the file, with another, without its device.
try_lonely_refusals()
{
    cat >elsewhere <<END
#!/bin/bash
[ "\${OMPI_COMM_WORLD_RANK:-\${PMI_RANK:-}}" != 1 ] || { cd other; export CLREDUCE_DEVICE=\$DEVICE_OF_1; }
[ -n "\${CLREDUCE_DEVICE:-}" ] || unset CLREDUCE_DEVICE
exec "$program" "\$@"
END
    chmod +x elsewhere
    mkdir other
    cp one.npy mapped.npy other
    export DEVICE_OF_1=
    refused 2 'rank 1: two.npy: cannot be opened*' "$work/elsewhere" sum one.npy two.npy
    cp one.npy other/two.npy
    refused 2 'rank 1: there are 8 elements of f64 here, and rank 0 has others*' "$work/elsewhere" sum one.npy two.npy
    DEVICE_OF_1=nowhere refused 3 "rank 1: no device matches 'nowhere'*" "$work/elsewhere" sum,var,argmax mapped.npy
}

# ---- The document --------------------------------------------------------------------------------

# Its lines, and below each what is printed.
try_document()
{
    local line words count=0
    mkdir parts
    put_npy f32 little 1 2 -1.5 >parts/0.npy
    put_npy f32 little 3 0.5 3 >parts/1.npy
    put_npy i32 little 2 0 1 0 2 1 >labels.npy
    put_array f64 '(2, 2)' C 1 2 3 0.5 >parts.npy
    while IFS= read -r line; do
        read -ra words <<<"$line"
        # shellcheck disable=SC2068 # patterns
        ranks "${words[2]}" "$program" ${words[@]:4} >"$work/out" 2>"$work/err" || fail "docs/mpi.md: $line"
        grep -A "$(wc -l <"$work/out")" -F "    $line" "$root/docs/mpi.md" | sed '1d; s/^    //' | cmp -s - "$work/out" ||
            fail "docs/mpi.md: $line prints $(cat "$work/out")"
        count=$((count + 1))
    done < <(sed -n 's/^    \(mpirun .*clreduce-mpi \)/\1/p' "$root/docs/mpi.md")
    [ $count = 3 ] || fail "docs/mpi.md has $count lines of clreduce-mpi"
}

# The manual has every option of the help.
try_manual()
{
    local option count=0
    for option in $("$program" --help | sed -n 's/^  .. *,* *\(--[a-z-]*\) .*/\1/p'); do
        grep -q -e "Fl \\\\-${option#--}\( \|\$\)" "$root/docs/clreduce-mpi.1" || fail "$option is not in the manual"
        count=$((count + 1))
    done
    [ $count = 20 ] || fail "the help has $count options"
    ! command -v mandoc >/dev/null || mandoc -T lint -W warning "$root/docs/clreduce-mpi.1" || fail "mandoc minds"
}

[ "$(./clreduce-mpi --version | head -n 1)" = "clreduce-mpi $("$command" --version | sed -n 's/^clreduce //p')" ] ||
    fail "--version says something else"
ranks 2 ./clreduce-mpi --help | grep -c '^usage: mpirun' | grep -qx 1 || fail "--help is not printed once"
make_parts
put_array f64 '(2, 2)' C 1 2 3 0.5 >square.npy
seq 1 9 >text.txt
try_flat
try_axes
try_devices
try_refusals
try_lonely_refusals
try_manual
try_document
echo "mpi: $mpi: all is well"
