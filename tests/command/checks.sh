# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# --check: all operators at once, computed on the host, for every type; and where it cannot tell.

put_npy f32 little 3 -1.5 2 0.5 >a.npy

# All at once, checked on the host, for every type.
try_check()
{
    local type words rest level
    local both=sum,min,max,minmax,argmin,argmax,any,all,count,asum,sumsq,nrm2,amax,iamax,mean,var
    seq 100 | sed 's/7$/0/' >hundred.txt
    local types=(i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64)
    sweeps || types=(u64 f16)
    for type in "${types[@]}"; do
        rest=std,logsumexp,prod
        [[ $type == [iu]* ]] && rest+=,and,or,xor
        level=()
        # Which takes less time to compile.
        sweeps && [[ $type == f32 || $type == [iu]* ]] || level=(-a fast)
        for words in $both $rest; do
            expect_json '.results | all(.check == "passed" or .op == "prod")' \
                clreduce "$words" --check -q --json --text -t $type "${level[@]}" hundred.txt
        done
    done
    expect_json '[.results[].check] == ["passed", "passed"]' \
        clreduce var,std --check --json -q --text --ddof 1 "${quick[@]}" hundred.txt
    expect_unsure 'check: not available for a map' unavailable \
        clreduce sum --map 'x * x' --check "${quick[@]}" a.npy
    # Partial products leave the range of doubles, whatever comes of it.
    printf '1e300 1e300 1e-300\n' >beyond.txt
    expect_unsure 'check undecided: .*partial results can leave the range' undecided \
        clreduce prod --check beyond.txt
    # A variance of 6.2, whose bound is a thousand: also of a result among many.
    printf '1e16 10000000000000002 10000000000000006\n' >far.txt
    expect_unsure 'check undecided: .*the bound exceeds the value' undecided \
        clreduce var -a fast -t f64 --check far.txt
    expect_unsure 'check undecided: result 0: .*the bound exceeds the value' undecided \
        clreduce var -a fast -t f64 --check --length 3 far.txt
    expect_output inf clreduce mean --check <<<'inf 1 2'
    expect_output inf clreduce nrm2 --check <<<'-inf 1 2'
    expect_output -0 clreduce sum -t f64 --text --check <<<'-0 -0'
}

try_check
