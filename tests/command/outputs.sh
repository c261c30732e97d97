# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Options that write files: they replace nothing that is read, nothing that this command has not
# written itself, and leave whole what they do not replace; what is refused is so before any work.

# shellcheck disable=SC2016,SC2094 # shells of their own; files that are read and not to be written

bench=(env "${small_buffers[@]}" clreduce bench --strategies one-group --count 1K --repeat 1)

# expect_kept FILE WORDS COMMAND... : is refused with these words; the file stays what it is.
expect_kept()
{
    local file=$1 words=$2 before
    shift 2
    before=$(cksum <"$file")
    expect_error 1 "$words" "$@"
    expect_same "$file is as it was" "$before" "$(cksum <"$file")"
}

try_inputs()
{
    echo 1 2 3 >in.txt
    ln in.txt hard.txt
    ln -s in.txt soft.txt
    mkdir folder
    for name in in.txt ./in.txt folder/../in.txt "$PWD/in.txt" hard.txt soft.txt; do
        expect_kept in.txt "--save $name: this is in.txt, which is read, and would be lost" \
            clreduce sum --save "$name" in.txt
        expect_kept in.txt "this is standard input, which is read" \
            bash -c 'clreduce sum --save "$1" <in.txt' bash "$name"
    done
    expect_kept in.txt "this is hard.txt, which is read" clreduce dot --save in.txt <(echo 1) hard.txt
    expect_kept in.txt "--html soft.txt: this is in.txt, which is read" \
        clreduce explain sequential in.txt --html soft.txt
    expect_kept in.txt "--svg in.txt: this is standard input" \
        bash -c 'clreduce explain sequential - --svg in.txt <in.txt'
    expect_output 6 clreduce sum --save one.acc in.txt
    expect_kept one.acc "--save one.acc: this is one.acc, which is read" \
        clreduce merge --save one.acc one.acc
    expect_kept one.acc "this is standard input" bash -c 'clreduce merge --save one.acc <one.acc'
    expect_output 12 clreduce merge --save one.acc one.acc one.acc --force
    expect_output 12 clreduce merge one.acc
}

# The first file behind --save is its argument: none of them is lost.
try_others()
{
    put_npy f32 little 1 2 3 >a.npy
    put_npy f32 little 3 >b.npy
    expect_kept a.npy "a.npy: is there already, and nothing in it says that it is an accumulator" \
        clreduce sum --save ./*.npy
    expect_kept a.npy "is there already" bash -c 'clreduce sum --save a.npy </dev/null'
    expect_kept in.txt "is there already" clreduce merge --save in.txt one.acc
    expect_kept a.npy "nothing in it says that it is a picture" \
        clreduce explain sequential --svg a.npy
    expect_kept a.npy "nothing in it says that it is a page" clreduce explain sequential --html a.npy
    cp in.txt notes.gp
    expect_kept notes.gp "nothing in it says that it is a script" \
        "${bench[@]}" --plot notes.gp
    expect_error 1 "--svg and --html both write" clreduce explain sequential --svg new --html ./new
    expect_same "nothing was made" "" "$(ls new* 2>/dev/null)"
    cp a.npy lost.npy
    expect_output 3 clreduce sum --save lost.npy --force b.npy
    expect_output 3 clreduce merge lost.npy
}

# What the command has written it may write anew.
try_again()
{
    for _ in 1 2; do
        expect_exit 0 clreduce sum --save again.acc in.txt
        expect_exit 0 clreduce explain sequential --svg again.svg --html again.html
        expect_exit 0 "${bench[@]}" --plot again.gp
    done
    expect_output '' xmllint --noout again.svg
    expect_output '' xmllint --noout again.html
    : >empty.acc
    expect_output 6 clreduce sum --save empty.acc in.txt
    if ! command -v gnuplot >/dev/null; then
        skip "pictures that are drawn again: gnuplot is not installed"
        return
    fi
    for _ in 1 2; do
        expect_exit 0 "${bench[@]}" --plot bars.svg
    done
    expect_output '' xmllint --noout bars.svg
    expect_exit 0 "${bench[@]}" --plot bars.png
    expect_kept bars.png "is there already" "${bench[@]}" --plot bars.png
    expect_exit 0 "${bench[@]}" --plot bars.png --force
    expect_same "nothing is left beside them" "bars.png bars.svg" "$(echo bars.*)"
}

# Links are followed, rights stay, and what is no file is written to.
try_places()
{
    mkdir far
    ln -s far/real.acc link.acc
    expect_output 6 clreduce sum --save link.acc in.txt
    expect_output 6 clreduce merge far/real.acc
    [ -L link.acc ]
    judge $? "a link should stay one" clreduce sum --save link.acc
    chmod 640 far/real.acc
    expect_output 1 clreduce sum --save link.acc <<<1
    expect_same "rights of the file" 640 "$(stat -c %a far/real.acc)"
    expect_output 1 clreduce merge link.acc
    expect_same "rights of a new file" 604 "$(umask 073 && clreduce sum --save new.acc in.txt >/dev/null && stat -c %a new.acc)"
    expect_output 6 bash -c 'clreduce sum --save /dev/stdout in.txt | clreduce merge'
    expect_output '' bash -c 'clreduce sum --save /dev/stdout in.txt >out.acc'
    expect_output 6 clreduce merge out.acc
    expect_output 6 clreduce sum --save /dev/null in.txt
    expect_output 6 bash -c 'clreduce sum --save >(cat >piped.acc) in.txt && sleep 0.2'
    expect_output 6 clreduce merge piped.acc
    expect_error 2 "far: cannot be written: Is a directory" clreduce sum --save far in.txt
    expect_error 2 "nowhere/x.acc: cannot be written" clreduce sum --save nowhere/x.acc in.txt
    expect_error 2 "far: cannot be written: Is a directory" clreduce explain sequential --html far
}

# All that is refused is refused before a device is asked for.
try_early()
{
    local OCL_ICD_VENDORS=$OCL_ICD_VENDORS
    OCL_ICD_VENDORS=/nonexistent
    expect_error 1 "which is read" clreduce sum --save in.txt in.txt
    expect_error 1 "is there already" clreduce sum --save a.npy in.txt
    expect_error 1 "is there already" clreduce explain sequential --svg a.npy
    expect_error 2 "Is a directory" clreduce sum --save far in.txt
    expect_error 1 "is there already" "${bench[@]}" --plot notes.gp
}

try_inputs
try_others
try_again
try_places
try_early
