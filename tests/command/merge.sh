# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Accumulators in files: parts that are merged in any order come to the bits of the whole, whatever
# they are parts of and however they were read; what is no accumulator is an error; files are
# written whole or not at all. And short results of exact sums.

# shellcheck disable=SC2016,SC2094 # shells of their own; files are read before they are replaced

# The value's bits, by what --json says of it.
hex_of()
{
    "$@" --json | jq -r '.results[] | .hex'
}

# Numbers whose plain sums in any order differ: of all magnitudes, most of which cancel out.
write_numbers()
{
    awk 'BEGIN {
        srand(7)
        for (i = 0; i < 3000; i++) {
            x = (rand() - 0.5) * 2 ^ int(rand() * 100)
            printf "%.17g\n%.17g\n", x, -x * (1 - 2 ^ -40)
        }
        print 0.1
    }' | sort -R --random-source="$work/bin/clreduce" >whole.txt
    split -n l/3 whole.txt part-
}

# save_parts OP [OPTION...] : one.acc, two.acc and three.acc.
save_parts()
{
    local op=$1
    shift
    expect_output "$(clreduce "$op" -a exact "$@" part-aa)" clreduce "$op" --save one.acc "$@" part-aa
    expect_exit 0 clreduce "$op" --save two.acc "$@" --chunk 4K part-ab
    expect_exit 0 bash -c 'op=$1 && shift && cat part-ac | clreduce "$op" --save three.acc "$@"' \
        bash "$op" "$@"
}

try_every_operator()
{
    local op
    for op in sum mean asum sumsq nrm2 var std; do
        sweeps || [[ $op == @(sum|nrm2|var) ]] || continue
        save_parts $op
        expect_same "$op of three parts" "$(hex_of clreduce $op -a exact whole.txt)" \
            "$(hex_of clreduce merge one.acc two.acc three.acc)"
    done
    expect_output "$(clreduce sum -a exact -t f32 --text whole.txt)" bash -c '
        for part in aa ab ac; do clreduce sum -t f32 --text --save $part.acc part-$part; done >/dev/null
        clreduce merge aa.acc ab.acc ac.acc'
    paste -d' ' part-aa part-aa | cut -d' ' -f1 >x.txt
    tac part-aa >y.txt
    expect_output "$(clreduce dot -a exact x.txt y.txt)" clreduce dot --save dot.acc x.txt y.txt
    expect_output "$(clreduce dot -a exact x.txt y.txt)" clreduce merge dot.acc
}

# Whatever the order and the grouping: the same value, and the same bytes.
try_orders()
{
    save_parts var
    expect_exit 0 clreduce merge one.acc two.acc three.acc --save 123.acc
    expect_exit 0 clreduce merge three.acc one.acc --save 31.acc
    expect_output "$(clreduce merge 123.acc)" clreduce merge two.acc --save 231.acc 31.acc
    expect_output '' cmp 123.acc 231.acc
    expect_exit 0 clreduce var --save whole.acc whole.txt
    expect_output '' cmp 123.acc whole.acc
    expect_exit 0 clreduce var --save whole.acc part-ac part-aa part-ab
    expect_output '' cmp 123.acc whole.acc
    expect_output "$(clreduce merge 123.acc)" bash -c \
        'clreduce merge --save - one.acc two.acc | clreduce merge three.acc -'
    expect_output "$(clreduce merge 123.acc)" clreduce merge <123.acc
    expect_output "$(clreduce merge 123.acc)" bash -c 'clreduce var --save - whole.txt | clreduce merge'
    cp one.acc all.acc # which is read before it is replaced
    expect_exit 0 clreduce merge all.acc two.acc three.acc --save all.acc --force
    expect_output '' cmp 123.acc all.acc
}

# What a variance has met tells other sums, too.
try_derived()
{
    local some=sum,mean,sumsq,nrm2,var,std
    save_parts var
    expect_output "$(clreduce $some -a exact whole.txt)" clreduce merge $some one.acc two.acc three.acc
    expect_output "$(clreduce std --ddof 1 -a exact whole.txt)" \
        clreduce merge std --ddof 1 one.acc two.acc three.acc
    expect_output "$(clreduce sum -r bf16 -a exact whole.txt)" \
        clreduce merge sum -r bf16 one.acc two.acc three.acc
    expect_exit 0 clreduce sum --save two.acc part-ab # as different ones as know enough
    expect_output "$(clreduce mean -a exact whole.txt)" clreduce merge mean one.acc two.acc three.acc
    expect_exit 0 clreduce merge mean --save mean.acc one.acc two.acc three.acc
    expect_exit 0 clreduce mean --save whole.acc whole.txt
    expect_output '' cmp mean.acc whole.acc
    expect_error 1 "two.acc: an accumulator of sum does not know enough .* for var" \
        clreduce merge var one.acc two.acc
    expect_error 1 "one.acc: no accumulator of max is made of one of var" clreduce merge max one.acc
    expect_error 1 "and i32 is none" clreduce merge -r i32 one.acc
}

try_policies()
{
    put_npy f32 little 1 nan >nan.npy
    put_npy f32 little 2 inf >inf.npy
    put_npy f32 little -inf >minus.npy
    for part in nan inf minus; do
        expect_exit 0 clreduce sum --nan ignore --save $part.acc $part.npy
    done
    expect_output inf clreduce merge nan.acc inf.acc
    expect_output nan clreduce merge inf.acc minus.acc
    expect_output 1 clreduce merge nan.acc
    expect_exit 0 clreduce sum --save nan2.acc nan.npy
    expect_output nan clreduce merge nan2.acc
    expect_error 2 "inf.acc: .*sum of f32 as f64, NaNs ignored do not merge" \
        clreduce merge nan2.acc inf.acc
    expect_exit 0 clreduce mean --text --map '1.0*x' -t i32 --save ints.acc <<<'1 2 6'
    expect_output 3 clreduce merge ints.acc
    expect_exit 0 clreduce sum --text --save none.acc </dev/null
    expect_output 0 clreduce merge none.acc
    expect_output 1 clreduce merge none.acc --save two.acc <(clreduce sum --save - <<<1)
    expect_error 2 "mean of no elements has no value" clreduce merge mean none.acc
}

try_told()
{
    expect_exit 0 clreduce std --ddof 1 --save std.acc <<<'1 2 3'
    expect_words 'std.acc: std of 3 f64 as f64, --nan propagate --ddof 1' clreduce merge -v std.acc
    expect_json '.accumulators == [{"path": "std.acc", "op": "std", "type": "f64", "result": "f64",
        "nan": "propagate", "ddof": 1, "count": 3}]' clreduce merge --json std.acc
    expect_json '.type == "f64" and .count == 6 and .accuracy == "exact"' \
        clreduce merge --json std.acc std.acc
    expect_json '.results == [{"op": "mean", "type": "f32", "value": 2, "hex": "0x1p+1"}]' \
        clreduce merge mean -r f32 --json std.acc
    expect_output 2 env OCL_ICD_VENDORS=/nonexistent clreduce merge mean std.acc # needs no device
}

# What is no accumulator, or not all of one.
try_damage()
{
    local size
    expect_exit 0 clreduce sum --save good.acc <<<'1 2 3'
    expect_error 2 "missing.acc: cannot be opened: No such file" clreduce merge good.acc missing.acc
    expect_error 2 "\.: cannot be read: Is a directory" clreduce merge .
    for size in 0 7 75; do
        head -c $size good.acc >cut.acc
        expect_error 2 "cut.acc: .* ends after $size bytes" clreduce merge good.acc cut.acc
    done
    head -c 200 good.acc >cut.acc
    expect_error 2 "cut.acc: .*its end is missing" clreduce merge cut.acc
    { cat good.acc && printf x; } >long.acc
    expect_error 2 "long.acc: .*something follows" clreduce merge long.acc
    { cat good.acc && head -c 70000 /dev/zero; } >long.acc
    expect_error 2 "long.acc: .*something follows" clreduce merge long.acc
    { head -c 100 good.acc && printf x && tail -c +102 good.acc; } >bad.acc
    expect_error 2 "bad.acc: .*checksum" clreduce merge bad.acc
    head -c 400 whole.txt >text.acc
    expect_error 2 "text.acc: .*its mark is missing" clreduce merge text.acc
    expect_error 2 "standard input: .*ends after 0 bytes" clreduce merge </dev/null
    expect_error 1 "name it once" clreduce merge - good.acc - </dev/null
    expect_exit 0 clreduce sum -r f32 --save other.acc <<<'1 2 3'
    expect_error 2 "other.acc: .*sum of f64 as f64 and one of sum of f64 as f32 do not merge" \
        clreduce merge good.acc other.acc
    expect_output 12 clreduce merge -r f64 good.acc other.acc
}

# 2^63 elements are the most: doubled accumulators get there soon.
try_too_many()
{
    local i
    cp good.acc doubled.acc
    for ((i = 0; i < 61; i++)); do
        clreduce merge doubled.acc doubled.acc --save doubled.acc --force >/dev/null
    done
    expect_json '.count == 6917529027641081856' clreduce merge --json doubled.acc
    expect_error 2 "doubled.acc: .*more than the 2^63" clreduce merge doubled.acc doubled.acc
}

# Either the whole file, or the one that was there before.
try_saving()
{
    echo 1 2 3 >three.txt
    expect_error 1 "leave -a out" clreduce sum --save new.acc -a fast three.txt
    expect_error 1 "one operator, and 2 are named" clreduce sum,mean --save new.acc three.txt
    expect_error 1 "an operator of your own has none" \
        clreduce --operator three.txt -r f64 --save new.acc three.txt
    expect_error 2 "mean of no elements" clreduce mean --text --save new.acc </dev/null
    expect_error 2 '"x"' clreduce sum --save new.acc <<<'1 2 x'
    expect_error 1 "where --json wants to be" clreduce sum --save - --json three.txt
    expect_error 2 "nowhere/new.acc: cannot be written" clreduce sum --save nowhere/new.acc three.txt
    expect_error 2 "could not be written" bash -c 'clreduce sum --save - three.txt >/dev/full'
    expect_error 2 "/dev/full: cannot be written" clreduce sum --save /dev/full three.txt
    expect_error 1 "has no use for --device" clreduce merge -d 0:0 good.acc
    expect_error 1 "has no use for --save" clreduce bench --save new.acc
    expect_same "no file was left" '' "$(find . -name 'new.acc*')"
    cp good.acc kept.acc
    expect_error 2 '"x"' clreduce sum --save kept.acc <<<'1 2 x'
    expect_error 2 "missing" clreduce merge good.acc missing --save kept.acc
    expect_output '' cmp good.acc kept.acc
    ln -s kept.acc link.acc
    expect_output 1 clreduce sum --save link.acc <<<1
    expect_output 1 clreduce merge kept.acc
    expect_output 6 clreduce sum --repeat 3 -q --save kept.acc three.txt
    expect_output 6 clreduce merge kept.acc
    expect_output 6 clreduce sum --check --save kept.acc three.txt
}

# Exact sums come as f16 and bf16, too: the shortest text that reads back to those bits.
try_short_results()
{
    echo 1 0.00048828125 1e-30 >tie.txt # half of f16's last place, and what decides
    expect_output 1.001 clreduce sum -a exact -r f16 tie.txt
    expect_output 1.001 clreduce sum -a exact -r f16 --check tie.txt
    expect_output 1 clreduce sum -a exact -r bf16 --check tie.txt
    expect_output 0.1 clreduce mean -a exact -r bf16 --check <<<0.1
    expect_output inf clreduce sum -a exact -r f16 --check <<<'65504 16'
    expect_output 65500 clreduce sum -a exact -r f16 --check <<<'65504 15.99'
    expect_json '.results[0] | .type == "f16" and .value == 0.0999755859375 and .hex == "0x1.998p-4"' \
        clreduce sum -a exact -r f16 --json <<<0.1
    expect_error 1 "at level exact as f16 or bf16" clreduce sum -a fast -r f16 tie.txt
    put_npy f16 little 1 2 3 >x_f16.npy # which is there for all of them together, or for none
    expect_output $'sum 6\nsumsq 14' clreduce sum,sumsq -r f16 x_f16.npy
    expect_output $'sum 6\nmax 3\nmean 2' clreduce sum,max,mean -r f16 x_f16.npy
    expect_output 1.001 clreduce sum --save f16.acc -r f16 tie.txt
    expect_output 1.001 clreduce merge f16.acc
}

write_numbers
try_every_operator
try_orders
try_derived
try_policies
try_told
try_damage
try_too_many
try_saving
try_short_results
