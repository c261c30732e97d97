# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# The verb hist: counts and edges are those of numpy.histogram(), at the edges too, for every type, from
# files and pipes, in pieces; what is in no bin is told, and what has no bins refused.

# counts COMMAND... : the counts alone, in one line.
counts()
{
    run "$@"
    out=$(cut -f 3 <<<"$out" | tr '\n' ' ')
}

# expect_counts "COUNT ..." COMMAND... : and nothing is said.
expect_counts()
{
    local expected=$1
    shift
    counts "$@"
    [ "$code" = 0 ] && [ -z "$err" ] && [ "$out" = "$expected " ]
    judge $? "expected the counts $expected" "$@"
}

# What multiplying by the number of bins gets wrong: 3 * 0.1 is above 0.3, which is below its own edge.
try_edges()
{
    expect_counts '1 1 2 0 1 2 1 0 1 2' \
        clreduce hist --check --range 0,1 --text <<<'0 .1 .2 .3 .4 .5 .6 .7 .8 .9 1'
    expect_output $'0\t1\t1\n1\t2\t1\n2\t3\t3' clreduce hist --check --bins 3 --text <<<'0 1 2 2.5 3'
    expect_output $'0\t1\t1\n1\t2\t1\n2\t3\t3' \
        clreduce hist --check --bins 3 --range 0,3 -q --text <<<'nan 0 1 inf 2 -0.5 2.5 3 -inf 3.0000000000000004'
    expect_output $'5e-324\t0.3333333333333333\t1\n0.3333333333333333\t0.6666666666666666\t0
0.6666666666666666\t1\t1' clreduce hist --check --bins 3 --text <<<'5e-324 1'
    expect_output $'3\t5\t2\n5\t7\t2\n7\t9\t2\n9\t11\t3' \
        bash -c 'seq 20 | clreduce hist --check --bins 4 --range 3,11 -q'
    expect_output $'-0.5\t0\t1\n0\t0.5\t2' clreduce hist --check --bins 2 --range -0.5,0.5 --text <<<'-1e-320 0 -0.0'
    # One number has a bin to both sides; nothing has those from 0 to 1.
    expect_output $'6.5\t7\t0\n7\t7.5\t2' clreduce hist --check --bins 2 --text <<<'7 7'
    expect_output $'2.5\t3\t0\n3\t3.5\t1' clreduce hist --check --bins 2 --range 3,3 --text <<<'3'
    expect_output $'0\t0.5\t0\n0.5\t1\t0' clreduce hist --check --bins 2 --text </dev/null
}

# What the range is, extremes tell, whose kernels each type has its own of.
try_types()
{
    local type signed=(--range '-128,127') unsigned=(--range '0,255') real=(--range '-1.5,3')
    local kinds=('i8 i64' 'u16 u32' 'f16 f32')
    ! sweeps || signed=() unsigned=() real=() kinds=('i8 i16 i32 i64' 'u8 u16 u32 u64' 'f16 f32 f64')
    for type in ${kinds[0]}; do
        put_npy "$type" big -128 127 -1 0 5 >t.npy
        expect_output $'-128\t-0.5\t2\n-0.5\t127\t3' clreduce hist --check --bins 2 "${signed[@]}" t.npy
    done
    for type in ${kinds[1]}; do
        put_npy "$type" big 255 0 127 128 >t.npy
        expect_output $'0\t127.5\t2\n127.5\t255\t2' clreduce hist --check --bins 2 "${unsigned[@]}" t.npy
    done
    for type in ${kinds[2]}; do
        put_npy "$type" big -1.5 3 0 -0 0.5 1 2 >t.npy
        expect_output $'-1.5\t0\t1\n0\t1.5\t4\n1.5\t3\t2' clreduce hist --check --bins 3 "${real[@]}" t.npy
    done
    put_npy bf16 little -1.5 3 0 -0 0.5 1 2 >t.npy
    expect_output $'-1.5\t0\t1\n0\t1.5\t4\n1.5\t3\t2' clreduce hist --check --bins 3 "${real[@]}" -t bf16 t.npy
    # Beyond 2^53: elements are compared as they are, and the range reaches around them.
    expect_output $'9007199254740992\t9007199254740994\t1\n9007199254740994\t9007199254740996\t2' \
        clreduce hist --check --bins 2 --text <<<'9007199254740993 9007199254740994 9007199254740995'
    expect_output $'0\t9.223372036854776e+18\t2\n9.223372036854776e+18\t1.8446744073709552e+19\t2' \
        clreduce hist --check --bins 2 --range 0,18446744073709551615 \
        <(put_npy u64 little 0 9223372036854775807 9223372036854775808 18446744073709551615)
    # No element of the type is there, on the one side, on the other and in between.
    put_npy u8 little 0 7 255 >t.npy
    expect_counts '0 0' clreduce hist --check -q --bins 2 --range -9,-1 t.npy
    expect_counts '0 0' clreduce hist --check -q --bins 2 --range 256,300 t.npy
    expect_counts '0 0 0' clreduce hist --check -q --bins 3 --range 7.25,7.75 t.npy
    expect_counts '3 0' clreduce hist --check -q --bins 2 --range 0,1e300 t.npy
}

# More than a piece and more than a group; the counts are NumPy's.
try_many()
{
    awk 'BEGIN { for (i = 0; i < 100000; i++) print (i * i * 7919 + i) % 1000 }' >many.txt
    expect_counts '15600 14200 14200 14000 14200 15200 12600' clreduce hist --check --bins 7 --chunk 10K many.txt
    expect_counts '15600 14200 14200 14000 14200 15200 12600' bash -c 'cat many.txt | clreduce hist --check --bins 7'
    expect_counts '15600 14200 14200 14000 14200 15200 12600' bash -c 'cat many.txt | clreduce hist --bins 7 --chunk 10K -'
    # Those of the same numbers less 500, from -100 to 250.5.
    expect_counts '5400 4000 6000 6000 4000 5000 4000' clreduce hist --check --bins 7 --range 400,750.5 --chunk 10K -q many.txt
    expect_counts '15600 14200 14200 14000 14200 15200 12600' \
        bash -c 'clreduce hist --bins 7 <(head -n 50000 many.txt) <(tail -n 50000 many.txt)'
    expect_counts "$(yes 100 | head -n 1000 | tr '\n' ' ' | sed 's/ $//')" \
        bash -c 'clreduce hist --check --bins 1000 --range 0,1000 <(for _ in {1..100}; do seq 0 999; done)'
}

try_outside()
{
    run clreduce hist --bins 2 --range 0,2 --text <<<'-1 0 nan 1 2 3 inf'
    [ "$code" = 0 ] && [ "$out" = $'0\t1\t1\n1\t2\t2' ] &&
        [ "$err" = 'clreduce: 4 of 7 numbers are in no bin: they are not from 0 to 2.' ]
    judge $? "expected two bins and a note" clreduce hist
    expect_json '.counts == [1, 2] and .edges == [0, 1, 2] and .outside == 4 and .check == "passed" and
        .input.count == 7' clreduce hist --json --check -q --bins 2 --range 0,2 --text <<<'-1 0 nan 1 2 3 inf'
}

try_output()
{
    expect_output '' clreduce hist --bins 3 --text -o counts.npy <<<'0 1 2 3'
    expect_same "counts.npy" "$(put_npy u64 little 1 1 2 | od -A n -t x1)" "$(od -A n -t x1 <counts.npy)"
    expect_error 1 "counts.npy: is there already" clreduce hist --text -o counts.npy <<<1
    expect_error 1 "this is many.txt, which is read" clreduce hist -o many.txt many.txt
    expect_error 1 "--output and --json" clreduce hist --json -o new.npy many.txt
    expect_output 4 bash -c 'echo 0 1 2 3 | clreduce hist -o - | clreduce sum'
    if script -qec true /dev/null >/dev/null 2>&1; then
        expect_same "bars" $'0  1    1  #\n1  2  100  ########################################' \
            "$(script -qec '{ echo 0 2; yes 1.5 | head -n 99; } | clreduce hist --bins 2' /dev/null | tr -d '\r')"
    else
        skip "bars: script cannot make a terminal"
    fi
}

try_refusals()
{
    local word
    expect_error 2 "element 1 is nan, and where bins begin and end" clreduce hist --text <<<'1.5 nan'
    expect_error 2 "element 2 is -inf" clreduce hist --text <<<'1.5 0 -inf inf'
    for word in 1 '1,' ,1 0,1,2 'nan,1' 0,inf 1,0 '0, 1' '0;1' 0,1x 1e999,1e999; do
        expect_error 1 "--range takes two finite numbers" clreduce hist --range "$word" many.txt
    done
    expect_error 1 "from -1e+308 to 1e+308 there are no 10 bins: their width is beyond f64" \
        clreduce hist --range -1e308,1e308 many.txt
    expect_error 1 "from 1e+30 to 1e+30 there are no 2 bins: f64 has too few numbers there" \
        clreduce hist --bins 2 --range 1e30,1e30 many.txt
    expect_error 1 "--bins of a histogram are up to 16777216" clreduce hist --bins 17M many.txt
    expect_error 1 "--bins takes a number above 0" clreduce hist --bins 0 many.txt
    expect_error 2 "missing.npy: cannot be opened" clreduce hist missing.npy
    expect_error 2 "truncated" bash -c 'head -c 130 t.npy | clreduce hist'
    for word in --axis=0 --labels=t.npy --map=x -spairs; do
        expect_error 1 "hist has no use for\|unknown strategy" clreduce hist $word many.txt
    done
    expect_error 1 "sum.* has no use for --range\|no use for --range" clreduce sum --range 0,1 many.txt
}

try_other_devices()
{
    if [ -z "$layer" ]; then
        skip "a device of little memory: no fault layer is given"
        return
    fi
    local on_small=(env CLREDUCE_HOST_ELEMENTS=0 OPENCL_LAYERS="$layer" CLR_FAULT_MAX_ALLOC=65536)
    local on_narrow=(env OPENCL_LAYERS="$layer" CLR_FAULT_HIDE_FP64=1)
    expect_counts '15600 14200 14200 14000 14200 15200 12600' \
        "${on_small[@]}" clreduce hist --check --bins 7 many.txt
    expect_error 1 "has 8191 bins at most, and 9000 are asked for" \
        "${on_small[@]}" clreduce hist --bins 9000 many.txt
    expect_counts '1 1 2 0 1 2 1 0 1 2' \
        "${on_narrow[@]}" clreduce hist --check --range 0,1 --text <<<'0 .1 .2 .3 .4 .5 .6 .7 .8 .9 1'
}

try_edges
try_types
try_many
try_outside
try_output
try_refusals
try_other_devices
