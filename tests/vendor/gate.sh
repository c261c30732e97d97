#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The vendor gate: compiles OpenCL sources with the compilers of AMD and Intel, and by clang's front
# end for 32 and 64 bits, on a machine without any of the devices; those with NVIDIA's instructions by
# that front end for its devices. A source fails if it does not
# compile, spills registers, uses scratch memory, or more local memory than every device has, or if
# there are gaps in its states, for which NVIDIA's compiler would use memory.
#
#   gate.sh FOLDER [amd] [intel] [clang] [nvidia]        all four without a choice
#   gate.sh FOLDER front       of clang's part what takes seconds: 64 bits, by a source's oldest OpenCL C
#
# FOLDER/MANIFEST has a line for each source: FILE STD FP64 [FAMILIES]
#   STD       the oldest OpenCL C it is for: CL1.2, CL2.0 or CL3.0
#   FP64      fp64 if it uses double, else nofp64, which is then proved; lacking if it is made for
#             devices without fp64, and others never see it
#   FAMILIES  those that can compile it, such as clang,amd (inline assembly); all if left out. A device
#             of theirs with a + behind it, such as pvc+, need only compile it: what its registers do
#             not hold may spill there
# Prints PASS or FAIL for each source. Exit status: 0 all passed, 1 one failed, 2 no tool or source.
set -u

amd_devices="gfx90a gfx1030 gfx1100"
intel_devices="skl tgllp dg2 pvc"
intel_without_fp64="tgllp dg2"
local_memory_limit=65536

# What NVIDIA's own compiler has, and clang's front end for its devices does not know of.
nvidia_options="-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics"
nvidia_options+=" -D__opencl_c_work_group_collective_functions"

stop()
{
    echo "gate.sh: $*" >&2
    exit 2
}

# ---- Tools ------------------------------------------------------------------------------------

# AMD's device libraries, with a stand-in for the devices they are too old for. That file tells no
# more than the device's number; Debian 12's libraries (5.2.3) have none for gfx11.
prepare_amd()
{
    local found clang number
    # Debian's place, AMD's own, Ubuntu's.
    found=$(compgen -G "/usr/lib/*/amdgcn/bitcode" || compgen -G "/opt/rocm/amdgcn/bitcode" ||
        compgen -G "/usr/lib/llvm-*/lib/clang/*/amdgcn/bitcode" | head -n 1)
    [ -n "$found" ] || stop "AMD's device libraries are missing: apt-get install rocm-device-libs"
    amd_libraries=$work/amdgcn
    mkdir "$amd_libraries"
    ln -s "$found"/*.bc "$amd_libraries"

    # The libraries are bitcode, which only a clang of their own age, or later, can read.
    # clang 15 gives kernels 128 of gfx1100's registers, half of what each can have: of the published
    # order's sums of f64 it spills 50, where clang 16 uses 165 and spills none.
    echo 'kernel void probe(global float *x) { *x = sqrt(*x); }' >"$work/probe.cl"
    for clang in clang-{21..16}; do
        command -v "$clang" >/dev/null || continue
        amd_compile "$clang" gfx90a CL1.2 "$work/probe.cl" "$work/probe.s" 2>/dev/null || continue
        amd_clang=$clang
        break
    done
    [ -n "${amd_clang:-}" ] || stop "no clang from 16 on reads $found: apt-get install clang-16"

    number=$amd_libraries/oclc_isa_version_1100.bc
    [ -e "$number" ] && return
    echo "const constant int __oclc_ISA_version = 11000;" |
        "$amd_clang" -x cl --target=amdgcn-amd-amdhsa -nogpulib -O1 -c -emit-llvm - -o "$number" ||
        stop "cannot make $number"
}

prepare_intel()
{
    command -v ocloc >/dev/null || stop "ocloc is missing: apt-get install intel-opencl-icd"
}

prepare_clang()
{
    front_clang=$(compgen -c clang- | grep -xE 'clang-[0-9]+' | sort -t- -k2,2nr | head -n 1)
    [ -n "$front_clang" ] || stop "clang is missing: apt-get install clang-16"
}

prepare_front()
{
    prepare_clang
}

prepare_nvidia()
{
    prepare_clang
}

# ---- Compiling and judging one source ----------------------------------------------------------

amd_compile() # clang device std source assembly
{
    "$1" -x cl --target=amdgcn-amd-amdhsa -mcpu="$2" -cl-std="$3" \
        --rocm-device-lib-path="$amd_libraries" -O3 -S -o "$5" "$4"
}

# Says what is wrong with the kernels of an assembly file, by the metadata the runtime reads. Scalars
# spill into lanes of vector registers, of which two are no matter.
judge_amd() # assembly
{
    awk -v limit="$local_memory_limit" '
        /^    \.name:/ { name = $2 }
        /^  [ -] \.vgpr_spill_count:/ && $NF > 0 { wrong("spills " $NF " registers") }
        /^  [ -] \.sgpr_spill_count:/ && $NF > 128 { wrong("spills " $NF " scalar registers") }
        /^  [ -] \.private_segment_fixed_size:/ && $NF > 0 { wrong("has " $NF " bytes of scratch") }
        /^  [ -] \.group_segment_fixed_size:/ { kernels++ }
        /^  [ -] \.group_segment_fixed_size:/ && $NF > limit { wrong("has " $NF " of local") }
        function wrong(what) { print (name ? name : "a kernel") " " what }
        END { if (!kernels) print "no kernel found" }' "$1"
}

check_amd() # device source std
{
    local assembly=$work/$BASHPID.s
    amd_compile "$amd_clang" "$1" "$3" "$2" "$assembly" 2>&1 || { echo "did not compile"; return; }
    judge_amd "$assembly"
    rm -f "$assembly"
}

# As judge_amd, by the text that describes the binary to Intel's runtime. Memory that belongs to a
# thread is for spills or private arrays.
judge_intel() # ze_info
{
    awk -v limit="$local_memory_limit" '
        /^kernels_misc_info:/ { exit }
        /^  - name:/ { name = $NF; kernels++; owned = 0 }
        /^    [a-z]/ { owned = /per_thread_memory_buffers:/ }
        owned && $1 == "size:" { print name " has " $NF " bytes of scratch or spills" }
        $1 == "slm_size:" && $NF > limit { print name " has " $NF " of local" }
        END { if (!kernels) print "no kernel found" }' "$1"
}

# Intel's front end, whose work is the same for all devices: that without fp64 compiles what is to
# do without. That of pvc would not do: Intel's header of OpenCL C 3.0 does not compile for devices
# without images (Debian 12's 22.43). Leaves FOLDER/*.spv; prints warnings, which are complaints, too.
read_intel() # source std fp64 folder
{
    local device=${intel_devices%% *} log
    [ "$3" = fp64 ] || device=${intel_without_fp64%% *}
    mkdir -p "$4"
    log=$(ocloc compile -file "$1" -device "$device" -spv_only -out_dir "$4" \
        -options "-cl-std=$2" 2>&1) || printf '%s\n' "$log" "did not compile"
    grep -A 2 'warning:' <<<"$log"
}

check_intel() # device folder
{
    local output=$2/$1 log
    mkdir -p "$output/dump"
    # The binary format that tells about itself: the default from 2023 on, to be asked for before.
    if ! log=$(ocloc compile -spirv_input -file "$2"/*.spv -device "$1" -out_dir "$output" \
        -internal_options -cl-intel-allow-zebin 2>&1); then
        printf '%s\n' "$log" "did not compile"
    elif ! ocloc disasm -file "$output"/*.bin -device "$1" -dump "$output/dump" &>/dev/null; then
        echo "compiled into what ocloc cannot read back"
    else
        grep 'spilled' <<<"$log"
        judge_intel "$output/dump/.ze_info" 2>&1
    fi
}

# Gaps in structs matter in states alone: src/base/source.h.
check_clang() # target source std fp64
{
    local options="" log
    [ "$1" != nvptx64 ] || options=$nvidia_options
    [ "$4" = fp64 ] || options+=" -Xclang -cl-ext=-cl_khr_fp64,-__opencl_c_fp64"
    log=$("$front_clang" -x cl -cl-std="$3" -Xclang -finclude-default-header --target="$1" \
        -fsyntax-only $options -Wall -Wextra -Wdouble-promotion -Wshadow -Wunused-macros \
        -Wno-unused-parameter -Werror -Wpadded -Wno-error=padded "$2" 2>&1) || printf '%s\n' "$log"
    grep -E "padding .*'struct clr_(m[0-9]+_)?(lanes_)?state'" <<<"$log"
}

# ---- One source on all targets ------------------------------------------------------------------

# Notes the outcome of one check: complaints, of which the first lines are shown, of errors if there
# are any; none is success.
note() # target complaints
{
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        complaints+=$( (grep -A 2 'error:' <<<"$2" || echo "$2") | head -n 6 | sed "s/^/    $1: /")$'\n'
    fi
}

note_skipped() # target reason
{
    skipped=$((skipped + 1))
    reasons+=", $1 skipped ($2)"
}

# Complaints without those of spilling, where the source's line lets the device spill.
pass_over() # device
{
    local spilling='^$'
    [[ ,$families, != *,$1+,* ]] || spilling='spill|scratch'
    grep -vE "$spilling"
}

# By every OpenCL C from the source's on.
check_front_end() # source std fp64 targets...
{
    local std target
    for std in CL1.2 CL2.0 CL3.0; do
        [[ $std < $2 ]] && continue
        for target in "${@:4}"; do
            note "$target $std" "$(check_clang "$target" "$1" "$std" "$3")"
        done
    done
}

# Compiles the source of one line of the manifest; what came of it is counted in the end.
check_source() # file std fp64 families
{
    local source=$folder/$1 families=${4:-amd,intel,clang}
    local passed=0 failed=0 skipped=0 complaints="" reasons="" family device
    for family in $asked; do
        if [[ ,$families, != *,${family/front/clang},* ]]; then
            note_skipped "$family" "not for it"
            continue
        fi
        case $family in
        amd)
            [ "$3" != lacking ] || { note_skipped amd "has fp64"; continue; }
            for device in $amd_devices; do
                note "$device" "$(check_amd "$device" "$source" "$2" | pass_over "$device")"
            done
            ;;
        intel)
            local spirv=$work/$BASHPID log
            log=$(read_intel "$source" "$2" "$3" "$spirv")
            for device in $intel_devices; do
                if [ "$3" = fp64 ] && [[ " $intel_without_fp64 " == *" $device "* ]]; then
                    note_skipped "$device" "no fp64"
                elif [ "$3" = lacking ] && [[ " $intel_without_fp64 " != *" $device "* ]]; then
                    note_skipped "$device" "has fp64"
                elif [ -n "$log" ]; then
                    note "$device" "$log"
                else
                    note "$device" "$(check_intel "$device" "$spirv" | pass_over "$device")"
                fi
            done
            rm -rf "$spirv"
            ;;
        clang) check_front_end "$source" "$2" "$3" spir spir64 ;;
        front) note "spir64 $2" "$(check_clang spir64 "$source" "$2" "$3")" ;;
        nvidia) check_front_end "$source" "$2" "$3" nvptx64 ;;
        esac
    done
    # One write, so that lines of two sources do not mix.
    printf '%s' "$([ "$failed" = 0 ] && echo PASS || echo FAIL) $1$reasons"$'\n'"$complaints"
    echo "$passed $failed $skipped" >>"$work/counts"
}

# ---- All sources --------------------------------------------------------------------------------

main() # folder families...
{
    folder=${1:?usage: gate.sh FOLDER [amd] [intel] [clang] [nvidia]}
    shift
    asked=${*:-amd intel clang nvidia}
    [ -s "$folder/MANIFEST" ] || stop "$folder/MANIFEST is missing or empty"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT

    local family
    for family in $asked; do
        declare -F "prepare_$family" >/dev/null || stop "no such family: $family"
        "prepare_$family"
    done
    export folder asked work amd_libraries amd_clang front_clang
    export amd_devices intel_devices intel_without_fp64 local_memory_limit nvidia_options
    export -f check_source check_front_end pass_over note note_skipped check_amd read_intel check_intel check_clang
    export -f amd_compile judge_amd judge_intel
    grep -v -e '^#' -e '^$' "$folder/MANIFEST" |
        xargs -P "$(nproc)" -L 1 bash -c 'check_source "$@"' source
    awk '{ p += $1; f += $2; s += $3 }
        END { print p + 0 " passed, " f + 0 " failed, " s + 0 " skipped"; exit f > 0 || !p }' \
        "$work/counts"
}

main "$@"
