# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Accumulators of parts, of every operator that has them and of many results: what is printed beside
# --save is what is printed without it, and parts that are merged come to what the whole does.

# 90 whole numbers from -9 to 9 with equal ones among them, an array of 9 x 2 x 5, a label for each,
# and one for each of the 9; and all of that in three parts. Of the last part no label is 3.
write_parts()
{
    local whole labels rows part first count
    mapfile -t whole < <(awk 'BEGIN { for (i = 0; i < 90; i++) print (i * i * 7 + i) % 19 - 9 }')
    mapfile -t labels < <(awk 'BEGIN { for (i = 0; i < 90; i++) print i < 50 ? i % 4 : i % 3 }')
    rows=(2 0 1 1 2 0 0 1 0)
    for part in whole:0:9 1:0:4 2:4:1 3:5:4; do
        IFS=: read -r part first count <<<"$part"
        put_array i32 "($count, 2, 5)" C "${whole[@]:first * 10:count * 10}" >"$part.npy"
        printf '%s\n' "${whole[@]:first * 10:count * 10}" >"$part.txt"
        printf '%s\n' "${labels[@]:first * 10:count * 10}" >"$part-labels.txt"
        printf '%s\n' "${rows[@]:first:count}" >"$part-rows.txt"
    done
}

# expect_parts FILE OP [OPTION...] : files of three parts, whose names have PART where FILE and options
# have it; merged with $begins.
begins=()
expect_parts()
{
    local part words printed
    for part in 1 2 3 whole; do
        words=("${@//PART/$part}")
        printed=$(clreduce "${words[@]:1}" "${words[0]}")
        expect_output "$printed" clreduce "${words[@]:1}" "${words[0]}" --save $part.acc --force
    done
    expect_output "$printed" clreduce merge 1.acc 2.acc 3.acc "${begins[@]}"
    expect_output "$printed" clreduce merge whole.acc
}

# some_of OPS MORE : the first alone, unless there is time for all of them.
some_of()
{
    if sweeps; then
        echo "$*"
    else
        echo "$1"
    fi
}

try_one_result()
{
    local op
    for op in $(some_of 'argmax prod' 'last max or min minmax argmin first amax iamax any all count and xor sum mean var'); do
        expect_parts PART.npy "$op"
    done
    for op in $(some_of 'minmax' 'argmin max count any std'); do
        expect_parts PART.txt "$op" -t f32
    done
    expect_parts PART.npy argmax --chunk 64
    expect_parts PART.npy argmax --where 'x < 3'
    expect_parts PART.txt argmin -t f32 --map 'x < 0 ? 0.0/0.0 : x' --nan ignore
    expect_parts PART.npy count --mask PART-labels.txt
    expect_output 9 bash -c 'cat 1.txt | clreduce max --save - | clreduce merge'
    expect_output "$(clreduce or whole.txt)" clreduce or --save or.acc whole.txt
    expect_output "$(clreduce or whole.txt)" clreduce merge or.acc
    expect_output "$(clreduce max whole.txt)" clreduce max --check --save max.acc whole.txt
    expect_json '.results[0].value == 9 and .accuracy == "exact"' \
        clreduce max --json --save max.acc whole.txt
}

# Results lie where other axes than the first one say, so that the first one can be cut.
try_many_results()
{
    local op
    for op in $(some_of 'max' 'any sum min minmax count mean xor'); do
        expect_parts PART.npy "$op" --axis 0,2
        expect_parts PART.txt "$op" --labels PART-labels.txt --bins 3 -q
    done
    begins=(--begins '0,20,25')
    expect_parts PART.npy argmin --axis 0,2
    begins=(--begins '0,40,50')
    expect_parts PART.txt argmax --labels PART-labels.txt --bins 3 -q
    begins=()
    expect_parts PART.txt sum --labels PART-labels.txt --bins 4 --mask PART-labels.txt
    expect_output "$(clreduce sum --length 9 whole.txt)" clreduce sum --length 9 --save rows.acc whole.txt
    expect_output "$(clreduce sum --length 9 whole.txt)" clreduce merge rows.acc
    echo 4 4 30 88 >offsets.txt
    expect_output "$(clreduce max --offsets offsets.txt whole.txt 2>&1)" \
        bash -c 'clreduce max --offsets offsets.txt --save rows.acc whole.txt 2>&1; [ $? = 2 ]'
    expect_output "$(clreduce max --offsets offsets.txt whole.txt 2>&1)" \
        bash -c 'clreduce merge rows.acc 2>&1; [ $? = 2 ]' # the first result is of nothing
    expect_output "$(clreduce mean --axis 0 --labels whole-rows.txt whole.npy | cut -f2)" bash -c '
        clreduce mean --axis 0 --labels whole-rows.txt --save rows.acc whole.npy >/dev/null
        clreduce merge rows.acc | cut -f2'
}

try_output()
{
    expect_exit 0 clreduce var --axis 0,2 --save many.acc 1.npy
    expect_exit 0 clreduce var --axis 0,2 -o many.npy 1.npy
    expect_exit 0 clreduce merge -o merged.npy many.acc
    expect_output '' cmp many.npy merged.npy
    expect_output "$(clreduce sum,mean,var -a exact --axis 0,2 1.npy)" clreduce merge sum,mean,var many.acc
    expect_json '.shape == [2] and (.results | map(.op) == ["sum", "var"]) and (.results[0].value | length) == 2' \
        clreduce merge --json sum,var many.acc
    expect_exit 0 clreduce merge many.acc many.acc --save twice.acc
    expect_output "$(clreduce var --axis 0,2 1.npy)" clreduce merge twice.acc
    expect_output "$(clreduce merge many.acc)" bash -c \
        'clreduce var --axis 0,2 --save - 1.npy | clreduce merge'
    expect_json '.outside == 20' \
        clreduce count --json -q --labels 1-labels.txt --bins 2 --save outside.acc 1.txt
    expect_output "$(clreduce var --length 1 whole.txt)" clreduce var --length 1 --save long.acc whole.txt
    expect_output "$(clreduce var --length 1 whole.txt)" clreduce merge long.acc # of more than 64 KiB
    expect_exit 0 clreduce argmax --axis 0,2 -o places.npy --save places.acc 1.npy
    expect_exit 0 clreduce merge -o merged.npy --force places.acc
    expect_output '' cmp places.npy merged.npy
    expect_exit 0 clreduce sum --length 3 -t f32 --save none.acc /dev/null
    expect_output '' clreduce merge none.acc
    expect_error 1 "writes the array of one operator, and 2" clreduce merge sum,var -o x.npy many.acc
    expect_error 1 "are forms of one output" clreduce merge --json -o x.npy many.acc
    expect_error 1 "where --output wants to be" clreduce sum --length 9 --save - -o - whole.txt
    expect_error 1 "many.acc, which is read" clreduce merge -o many.acc many.acc
}

# Where parts begin.
try_begins()
{
    local list
    seq 5 9 | clreduce argmax --save 1.acc --force >/dev/null
    seq 7 12 | clreduce argmax --save 2.acc --force >/dev/null
    expect_output '12 10' clreduce merge 1.acc 2.acc
    expect_output '12 5' clreduce merge 2.acc 1.acc
    expect_output '12 2005' clreduce merge --begins 1000,2000 1.acc 2.acc
    expect_output '12 15' bash -c 'clreduce merge --save - 1.acc 2.acc | clreduce merge 1.acc -'
    for list in 1 1,2,3 '1,' ,2 x 1,-2 99999999999999999999,1; do
        expect_error 1 "--begins takes the number of each" clreduce merge --begins $list 1.acc 2.acc
    done
    expect_error 2 "1.acc: an index of result 0 would be beyond" \
        clreduce merge --begins 18446744073709551615,0 1.acc 2.acc
    expect_exit 0 clreduce merge --begins 1000 1.acc --save moved.acc
    expect_error 1 "moved.acc: its index 1004 is not among its 5 elements" clreduce merge moved.acc 2.acc
    expect_output '12 2005' clreduce merge --begins 0,2000 moved.acc 2.acc
    expect_exit 0 clreduce sum --save sum.acc 1.txt
    expect_error 1 "--begins moves indices, and sum has none" clreduce merge --begins 1 sum.acc
    expect_exit 0 clreduce argmax --length 5 --save many.acc --force 1.txt
    expect_error 1 "many.acc: indices count .* by --begins" clreduce merge many.acc many.acc
}

try_refused()
{
    expect_error 1 "logsumexp depends on the order" clreduce logsumexp --save x.acc 1.txt
    expect_error 1 "prod of floats depends .* -t i64" clreduce prod --save x.acc 1.txt
    expect_error 1 "products modulo 2^64" clreduce prod --overflow detect --save x.acc 1.npy
    expect_error 1 "-a fast makes it depend on the order" clreduce max -a fast --save x.acc 1.npy
    expect_error 1 "i and n count anew" env CLREDUCE_HOST_ELEMENTS=0 clreduce max --map 'x * i' --save x.acc 1.npy
    expect_error 1 "--repeat goes with sums of floats alone" clreduce max --repeat 2 --save x.acc 1.npy
    expect_error 1 "-s goes with sums of floats alone" clreduce max -s two-pass --save x.acc 1.npy
    expect_error 1 "--chunk: --save takes all numbers" clreduce max --length 5 --chunk 64 --save x.acc 1.txt
    expect_error 1 "so many results have no room in memory" \
        clreduce sum --labels 1-labels.txt --bins 10000000000 --save x.acc 1.txt
    truncate -s 64G holes.raw
    expect_error 4 "states of 17179869184 results have no room in memory" \
        clreduce sum --length 1 --raw -t f32 --save x.acc holes.raw
    expect_same "no file was left" '' "$(find . -name 'x.acc*')"
    expect_exit 0 clreduce sum --labels 1-labels.txt --save 4.acc 1.txt
    expect_exit 0 clreduce sum --labels 3-labels.txt --save 3.acc --force 3.txt
    expect_error 2 "3.acc has 3 results, and 4.acc 4: .* the same --bins" clreduce merge 4.acc 3.acc
    expect_exit 0 clreduce max --save 5.acc 1.txt
    expect_error 2 "5.acc: .*argmax of f64 as f64 and one of max" bash -c '
        clreduce argmax --save - 1.txt | clreduce merge - 5.acc'
    expect_exit 0 clreduce sum --length 1 --save wide.acc <<<'9223372036854775807 1' -t i64 --overflow detect
    expect_error 2 "sum does not fit i64 in 1 of 2 results.* -r f64" \
        bash -c 'clreduce merge wide.acc wide.acc >/dev/null'
    expect_output $'0\t1.8446744073709552e+19\n1\t2' clreduce merge sum -r f64 wide.acc wide.acc
}

try_damage()
{
    local size
    expect_exit 0 clreduce max --length 5 --save good.acc whole.txt
    for size in 0 7 8 63 64 300; do
        head -c $size good.acc >cut.acc
        expect_error 2 "cut.acc: " clreduce merge cut.acc
    done
    { head -c 200 good.acc && printf x && tail -c +202 good.acc; } >bad.acc
    expect_error 2 "bad.acc: .*checksum" clreduce merge good.acc bad.acc
    { cat good.acc && head -c 1000000 /dev/zero; } >long.acc
    expect_error 2 "long.acc: " clreduce merge long.acc
    expect_error 2 "standard input: .*mark is missing" bash -c 'head -c 1000000 /dev/zero | clreduce merge'
}

write_parts
try_one_result
try_many_results
try_output
try_begins
try_refused
try_damage
