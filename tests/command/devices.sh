# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What the command says about devices: the same as clinfo, and what doctor finds wrong.

rusticl=/etc/OpenCL/vendors/rusticl.icd
as_nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)

# ---- Against clinfo -------------------------------------------------------------------------------

# The numbers of the names that clinfo has for flags, as cl.h defines them.
declare -A flags=(
    [CL_NONE]=0 [CL_TRUE]=1 [CL_FALSE]=0 [CL_LOCAL]=1 [CL_GLOBAL]=2
    [CL_DEVICE_TYPE_DEFAULT]=1 [CL_DEVICE_TYPE_CPU]=2 [CL_DEVICE_TYPE_GPU]=4
    [CL_DEVICE_TYPE_ACCELERATOR]=8 [CL_DEVICE_TYPE_CUSTOM]=16
    [CL_FP_DENORM]=1 [CL_FP_INF_NAN]=2 [CL_FP_ROUND_TO_NEAREST]=4 [CL_FP_ROUND_TO_ZERO]=8
    [CL_FP_ROUND_TO_INF]=16 [CL_FP_FMA]=32 [CL_FP_SOFT_FLOAT]=64
    [CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT]=128
    [CL_DEVICE_ATOMIC_ORDER_RELAXED]=1 [CL_DEVICE_ATOMIC_ORDER_ACQ_REL]=2
    [CL_DEVICE_ATOMIC_ORDER_SEQ_CST]=4 [CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM]=8
    [CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP]=16 [CL_DEVICE_ATOMIC_SCOPE_DEVICE]=32
    [CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES]=64
    [CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE]=1 [CL_QUEUE_PROFILING_ENABLE]=2
)

# clinfo's value in the form that the command's JSON has: flags as a number, versions left out.
# shellcheck disable=SC2001
translated()
{
    local number=0 name
    case $1 in
    CL_*)
        for name in ${1//|/ }; do
            number=$((number | ${flags[$name]:--1})) # a name without a row is told as -1
        done
        echo "$number"
        ;;
    __opencl_c*) sed -E 's/:0x[0-9a-f]+//g' <<<"$1" ;;
    *) echo "$1" ;;
    esac
}

# What clinfo calls the property, or nothing.
clinfo_key()
{
    local key=${1^^}
    case $1 in
    sub_group_sizes) key=SUB_GROUP_SIZES_INTEL ;;
    esac
    for key in "CL_DEVICE_$key" "CL_$key"; do
        [ -z "${told[$key]+x}" ] || echo "$key"
    done
}

# clinfo_lines P:D : clinfo's lines on the device and its platform, "NAME VALUE" each.
clinfo_lines()
{
    clinfo --raw | grep -v '^\[' | awk -v RS= -v platform="${1%:*}" 'NR == platform + 1'
    clinfo --raw -d "$1" | sed 's/^\[[^]]*\] *//'
}

# compare_device P:D : every property that both report.
compare_device()
{
    local device=$1 key value name compared=0
    local -A told=()
    while read -r name value; do
        told[$name]=$(translated "$value")
    done < <(clinfo_lines "$device")

    while IFS=$'\t' read -r key value; do
        name=$(clinfo_key "$key")
        [ -n "$name" ] || continue
        # clinfo leaves this flag, 128, out where it has no meaning.
        case $key in double_fp_config | half_fp_config) value=$((value & ~128)) ;; esac
        # How many blanks are between words is of no interest.
        expect_same "clreduce's $key and clinfo's $name of device $device" \
            "$(xargs <<<"$value")" "$(xargs <<<"${told[$name]}")"
        compared=$((compared + 1))
    done < <(clreduce devices --json | jq -r ".[] |
        select(\"\(.platform_index):\(.device_index)\" == \"$device\") | to_entries[] |
        select(.value != null and ([.value] | flatten | all(. != null))) |
        [.key, ([.value] | flatten | join(\" \"))] | @tsv")
    [ "$compared" -ge 40 ]
    judge $? "only $compared properties were compared" clreduce devices --json
}

try_clinfo()
{
    local device devices
    # PoCL's memory is what is free at the moment, unless it is limited.
    local -x POCL_MEMORY_LIMIT=1 RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=/etc/OpenCL/vendors
    devices=$(clreduce devices --json | jq -r '.[] | "\(.platform_index):\(.device_index)"')
    expect_same "clinfo's devices" "$devices" \
        "$(clinfo --raw -l | sed -n 's/^\([0-9]*\)[.:]\([0-9][0-9]*\): .*/\1:\2/p')"
    for device in $devices; do
        compare_device "$device"
    done
}

try_listing()
{
    expect_words '^0:0  .*fp64' bash -c 'clreduce devices | tr "\n" " "'
    expect_words 'max_mem_alloc_size  *[0-9]* bytes' clreduce devices -v
    expect_json 'type == "array" and .[0].platform_index == 0 and .[0].compute_capability_major_nv == null' \
        clreduce devices --json
}

# ---- Doctor ---------------------------------------------------------------------------------------

# expect_findings CODE WORDS COMMAND... : the code, and the words on standard output.
expect_findings()
{
    local wanted=$1 words=$2
    shift 2
    run "$@"
    [ "$code" = "$wanted" ] && grep -q -e "$words" <<<"$out"
    judge $? "expected exit code $wanted and to be told: $words" "$@"
}

try_doctor()
{
    expect_findings 0 "device 0:0, .* passes its self-test" clreduce doctor
    expect_findings 0 "^Ready: 1 of 1 devices" clreduce doctor
    expect_findings 3 "apt install pocl-opencl-icd" env OCL_ICD_VENDORS=/nonexistent clreduce doctor
    expect_findings 3 "^Not ready: there is no OpenCL device" \
        env OCL_ICD_VENDORS=/nonexistent clreduce doctor
    expect_findings 3 "clGetPlatformIDs: -1001" env OCL_ICD_VENDORS=/nonexistent clreduce doctor
}

try_doctor_on_drivers()
{
    mkdir drivers
    echo /nowhere/libnothing.so >drivers/nothing.icd
    expect_findings 3 "nothing.icd: /nowhere/libnothing.so does not load: .*No such file" \
        env OCL_ICD_VENDORS="$PWD/drivers" clreduce doctor
    expect_findings 3 "'dpkg -S .*/nothing.icd'" env OCL_ICD_VENDORS="$PWD/drivers" clreduce doctor
    : >drivers/empty.icd
    head -c 3000 /dev/urandom >drivers/noise.icd
    echo libc.so.6 >drivers/other.icd
    expect_findings 3 "problem  empty.icd: names no library" env OCL_ICD_VENDORS="$PWD/drivers" clreduce doctor
    printf '\0\1x\n' >drivers/null.icd
    expect_findings 3 "problem  null.icd: names no library" env OCL_ICD_VENDORS="$PWD/drivers" clreduce doctor
    printf '\e]0;x\a\x9b1mlib.so\n' >drivers/odd.icd
    expect_findings 3 'odd.icd: ?]0;x??1mlib.so does not load' env OCL_ICD_VENDORS="$PWD/drivers" clreduce doctor
    expect_same 'no bytes for a terminal' 0 "$(LC_ALL=C tr -cd '\0-\10\13-\37\177' <"$work/.out" | wc -c)"
    rm drivers/null.icd drivers/odd.icd
    expect_exit 3 env OCL_ICD_VENDORS="$PWD/drivers" clreduce doctor
    cp /etc/OpenCL/vendors/pocl.icd drivers/
    expect_findings 0 "^Ready: 1 of 1" env OCL_ICD_VENDORS="$PWD/drivers" clreduce doctor
}

try_doctor_on_pocl()
{
    expect_findings 3 "cannot write its cache, /proc/nowhere: set POCL_CACHE_DIR" \
        env POCL_CACHE_DIR=/proc/nowhere clreduce doctor
    if [ "$(id -u)" != 0 ] || ! "${as_nobody[@]}" test -x "$work/bin/clreduce"; then
        skip "an unwritable home: other users do not reach the command"
        return
    fi
    local home=$PWD/home
    mkdir -m 700 home # another user's: nobody may write there
    expect_findings 3 "cannot write its cache, $home/.cache/pocl" \
        "${as_nobody[@]}" env -u POCL_CACHE_DIR -u XDG_CACHE_HOME HOME="$home" clreduce doctor
    expect_error 3 "none has a device" \
        "${as_nobody[@]}" env -u POCL_CACHE_DIR -u XDG_CACHE_HOME HOME="$home" clreduce sum
    mkdir -m 777 cache
    expect_findings 0 "^Ready: 1 of 1" \
        "${as_nobody[@]}" env POCL_CACHE_DIR="$PWD/cache" HOME="$home" clreduce doctor
    # The library's own cache is a convenience.
    expect_output 6 "${as_nobody[@]}" env POCL_CACHE_DIR="$PWD/cache" \
        CLREDUCE_CACHE_DIR="$home/x" clreduce sum -q <<<'1 2 3'
    rm -rf cache home
}

# Root alone can make a disk that is full.
try_doctor_on_full_disk()
{
    mkdir full
    if ! mount -t tmpfs -o size=8k tmpfs full 2>/dev/null; then
        skip "a full disk: it cannot be mounted"
        return
    fi
    expect_findings 4 "PoCL cannot write its cache, .*/full/pocl: it is full" \
        env POCL_CACHE_DIR="$PWD/full/pocl" clreduce doctor
    expect_output 6 env CLREDUCE_CACHE_DIR="$PWD/full/clreduce" clreduce sum <<<'1 2 3'
    umount full
}

try_doctor_on_rusticl()
{
    if [ ! -f $rusticl ]; then
        skip "doctor on rusticl: it is not installed"
        return
    fi
    expect_findings 3 "platform 0, rusticl, has no device" \
        env -u RUSTICL_ENABLE OCL_ICD_VENDORS=$rusticl clreduce doctor
    expect_findings 3 "set RUSTICL_ENABLE" \
        env -u RUSTICL_ENABLE OCL_ICD_VENDORS=$rusticl clreduce doctor
    run env RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=$rusticl clreduce doctor
    if [ "$code" != 4 ]; then
        skip "doctor on a wrong device: this rusticl is right, or not there"
        return
    fi
    expect_findings 4 "problem .*a loop of 70,000 steps" \
        env RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=$rusticl clreduce doctor
    expect_findings 4 "^Not ready: none of 1 devices" \
        env RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=$rusticl clreduce doctor
}

# ---- While kernels are compiled ------------------------------------------------------------------

# at_terminal OPTIONS... : a sum on a terminal, with empty caches.
at_terminal()
{
    rm -rf cold
    mkdir cold
    TERM=xterm POCL_CACHE_DIR=$PWD/cold CLREDUCE_CACHE_DIR=$PWD/cold/own \
        script -qec "clreduce sum $* few.txt" /dev/null
}

# A line says what is waited for, and is wiped before the result is printed.
try_patience()
{
    echo 1 2 3 >few.txt
    expect_words $'compiling .* once.*\r  *\r' at_terminal
    expect_same 'quiet says nothing' '' "$(at_terminal -q | grep compiling)"
    expect_output 6 clreduce sum few.txt
    rm -rf cold
}

try_clinfo
try_patience
try_listing
try_doctor
try_doctor_on_drivers
try_doctor_on_pocl
try_doctor_on_full_disk
try_doctor_on_rusticl
