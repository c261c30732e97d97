# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# --json: its members, and numbers that no other program misreads.

# All that there is, and nothing else. A result tells its strategy and accuracy only where they are
# not the first one's.
# shellcheck disable=SC2016
schema='
def members($names): keys_unsorted == $names;
members(["input", "device", "strategy", "accuracy", "seconds", "gb_per_s", "results", "launches", "end_launches",
    "kernels", "most"])
and (.input | members(["path", "type", "count"]))
and (.device | members(["platform", "name", "driver"]) and all(type == "string" and . != ""))
and (.strategy | IN("one-group", "two-pass", "ticket"))
and .accuracy == "exact"
and (.seconds | members(["read", "upload", "kernel", "total"]) and all(type == "number" and . >= 0))
and .seconds.total >= .seconds.kernel
and (.gb_per_s | type == "number" and . > 0)
and (.results | type == "array" and all(del(.strategy, .accuracy) | members(["op", "type", "value", "hex"])))'

try_schema()
{
    put_npy f32 little 1 2 3 -1.5 >a.npy
    expect_json "$schema" clreduce sum,prod,min,max --json a.npy
    expect_json '[.results[].accuracy] == [null, "fast", null, null]' \
        clreduce sum,prod,min,max --json a.npy
    expect_json '.input == {"path": "a.npy", "type": "f32", "count": 4}' \
        clreduce sum,prod,min,max --json a.npy
    expect_json '[.results[] | .op, .type] == ["sum","f64","prod","f64","min","f32","max","f32"]' \
        clreduce sum,prod,min,max --json a.npy
    expect_json '[.results[].value] == [4.5, -9, -1.5, 3]' clreduce sum,prod,min,max --json a.npy
    expect_json '[.results[].hex] == ["0x1.2p+2", "-0x1.2p+3", "-0x1.8p+0", "0x1.8p+1"]' \
        clreduce sum,prod,min,max --json a.npy
    expect_json '.results[0].type == "f32"' clreduce sum -r f32 --json a.npy
    expect_json '.strategy == "two-pass"' clreduce sum -s two-pass --json a.npy
    expect_json '.input.path == ["a.npy", "a.npy"] and .input.count == 8' \
        clreduce sum --json a.npy a.npy
    expect_json '.input.path == "-" and .input.count == 4' clreduce sum --json <a.npy
    expect_json '.input.path == "-" and .input.type == "i64"' clreduce sum --json - <<<'1 2'
    expect_json '.input.path == "-" and .input.type == "f64"' clreduce sum --json - <<<'1 2.5'
    expect_json '.results[0].check == "passed"' clreduce sum --check --json a.npy
    expect_json '.repeat | .runs == 3 and .kernel_fastest <= .kernel_median' \
        clreduce sum --repeat 3 --json a.npy
    expect_json '.seconds | .kernel_first > 0 and .kernel_warm > 0' clreduce sum --repeat 3 --json a.npy
    run clreduce sum -v --json a.npy
    [ "$code" = 0 ] && [[ $err =~ kernels\ [0-9.e-]+\ [mun]?s\ first,\ [0-9.e-]+\ [mun]?s\ warm ]] &&
        jq -e '.seconds | .kernel_first > 0 and .kernel_warm > 0' <<<"$out" >/dev/null
    judge $? "expected the first run's time apart from a warm one's" clreduce sum -v --json a.npy
    expect_json '.input.count == 0 and .results[0].value == 0 and .results[1].value == 1' \
        clreduce sum,prod --json --text </dev/null
}

# result_text COMMAND... : the text of the value, as jq would round it.
result_text()
{
    "$@" | sed -n 's/^ *"value": \(.*\),$/\1/p'
}

try_values()
{
    expect_same "2^64 - 1 in JSON" 18446744073709551615 \
        "$(result_text clreduce max --json --text -t u64 <<<18446744073709551615)"
    expect_same "2^53 + 1 in JSON" 9007199254740993 \
        "$(result_text clreduce sum --json --text -t i64 <<<9007199254740993)"
    expect_same "-2^63 in JSON" -9223372036854775808 \
        "$(result_text clreduce min --json --text -t i64 <<<-9223372036854775808)"
    expect_same "0.1 in JSON" 0.1 "$(result_text clreduce sum --json <<<0.1)"
    expect_same "-0 in JSON" -0.0 "$(result_text clreduce min --json <<<-0)"
    expect_json '.results[0].hex == "0xffffffffffffffff"' \
        clreduce max --json --text -t u64 <<<18446744073709551615
    expect_json '.results[0].hex == "0x80"' clreduce min --json --text -t i8 <<<-128
    expect_json '.results[0].hex == "0x1.999999999999ap-4"' clreduce sum --json <<<0.1
    expect_json '.results[0].hex == "-0x0p+0"' clreduce min --json <<<-0
    expect_json '.results[0].hex == "0x0.0000000000001p-1022"' clreduce min --json <<<5e-324
    expect_json '.results[0] | .value == "nan" and .hex == "nan"' clreduce sum --json <<<'1 nan'
    expect_json '.results[0] | .value == "inf" and .hex == "inf"' clreduce sum --json <<<'1 inf'
    expect_json '.results[0] | .value == "-inf" and .hex == "-inf"' clreduce sum --json <<<'1 -inf'
}

# A path can be anything; JSON is UTF-8.
try_paths()
{
    local name
    for name in $'quote"back\\slash' $'line\nend' $'mark\x01one' $'gr\xc3\xbc\xc3\x9fe'; do
        cp a.npy "$name"
        # U+FFFD stands for what JSON has no letter for.
        expect_same "the path in JSON" "${name/$'\x01'/$'\xef\xbf\xbd'}" \
            "$(clreduce sum --json "$name" | jq -r .input.path)"
    done
    cp a.npy $'bad\xff\xfe.npy'
    expect_json '.input.path | startswith("bad") and endswith(".npy")' \
        clreduce sum --json $'bad\xff\xfe.npy'
}

try_schema
try_values
try_paths
