# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# bench over several sizes, what it is asked that makes no sense, and its pictures.

few=(--count 20K --repeat 2)
export "${small_buffers[@]}"

try_sizes()
{
    expect_json '[.[].input.count] == [1000, 20000]' \
        clreduce bench --sizes 1e3,2e4 --json --repeat 2
    expect_json '[.[] | .input.count, (.strategies | length)] == [1000, 2, 20000, 2]' \
        clreduce bench --sizes 1e3,2e4 --strategies one-group,auto --json --repeat 2
    expect_words '^  *20,000  .* us ' clreduce bench --sizes 1e3,2e4 --repeat 2
    expect_words '^elements  one-group  two-pass$' \
        clreduce bench --sizes 1e3,2e4 --strategies one-group,two-pass --repeat 2
    run clreduce bench --sizes 1e3,2e4 --strategies all --repeat 1
    [ "$code" = 0 ] && [ "$(grep '^ *\(elements\|[0-9]\)' <<<"$out" | wc -L)" -le 100 ]
    judge $? "expected lines of at most 100 columns" clreduce bench --sizes --strategies all
    expect_error 1 "leave --count out" clreduce bench --sizes 1e3 --count 5
    expect_error 1 "whole numbers above 0" clreduce bench --sizes 1e3,zero
    expect_error 1 "whole numbers above 0" clreduce bench --sizes 0
}

try_options()
{
    expect_error 1 "choose one" clreduce bench --strategies all -s ticket
    expect_error 1 "choose one" clreduce bench --json --markdown
    expect_error 1 "unknown strategy 'tickets': did you mean 'ticket'" \
        clreduce bench --strategies two-pass,tickets
    expect_error 1 "named twice" clreduce bench --strategies two-pass,two-pass
    expect_error 1 "no use for --strategies" clreduce sum --strategies all three.npy
}

# Whatever is in the way of a picture is found before anything is measured: 2^40 numbers would fail.
try_plot_refusals()
{
    local much=(--strategies all --count 1T)
    mkdir nothing
    expect_error 1 "ends in .svg, .png or" clreduce bench "${much[@]}" --plot x.pdf
    expect_error 1 "ends in .svg, .png or" clreduce bench "${much[@]}" --plot .svg
    expect_error 2 "nowhere/x.svg: cannot be written: No such" \
        clreduce bench "${much[@]}" --plot nowhere/x.svg
    expect_error 2 "cannot be written" clreduce bench "${much[@]}" --plot /proc/x.gp
    expect_error 1 "apt install gnuplot-nox" \
        env PATH="$PWD/nothing" "$(command -v clreduce)" bench "${much[@]}" --plot x.svg
    expect_error 1 "name one of them" clreduce bench --plot x.gp
    [ ! -e x.svg ] && [ ! -e x.gp ]
    judge $? "no file should be left" ls
}

try_plot()
{
    local name
    expect_exit 0 clreduce bench --strategies one-group,shuffle,auto "${few[@]}" --plot ladder.gp
    expect_exit 0 clreduce bench --sizes 1e3,2e4 --repeat 2 --plot ways.gp
    expect_exit 0 clreduce bench --sizes 1e3,2e4 --repeat 2 --strategies auto,ticket --plot sizes.gp
    if ! command -v gnuplot >/dev/null; then
        skip "pictures: gnuplot is not installed"
        return
    fi
    for name in ladder ways sizes; do
        expect_output '' gnuplot "$name.gp"
        [ "$(head -c 8 "$name.png" | od -An -c | tr -d ' ')" = '211PNG\r\n032\n' ]
        judge $? "expected a PNG file" gnuplot "$name.gp"
    done
    expect_exit 0 clreduce bench --strategies one-group "${few[@]}" --plot drawn.svg.gp
    expect_output '' gnuplot drawn.svg.gp
    grep -q '</svg>' drawn.svg
    judge $? "expected a picture, and of SVG" gnuplot drawn.svg.gp
    expect_exit 0 clreduce bench --strategies one-group,auto "${few[@]}" --plot "it's.svg"
    grep -q '</svg>' "it's.svg" && grep -q 'strategy by strategy' "it's.svg"
    judge $? "expected a picture" cat "it's.svg"
    expect_exit 0 clreduce bench --strategies one-group,auto "${few[@]}" --plot direct.png
    [ "$(head -c 4 direct.png | tr -d '\211')" = PNG ]
    judge $? "expected a picture" file direct.png
}

try_all try_sizes try_plot try_options try_plot_refusals
