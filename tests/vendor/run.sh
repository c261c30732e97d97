#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Composes the kernels' sources for devices that are not here, and hands them to their compilers.
#
#   run.sh ASSEMBLE cover|full [FAMILY...]       see gate.sh
set -eu

[ $# -ge 2 ] || { echo "usage: run.sh ASSEMBLE cover|full [FAMILY...]" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" "$folder" "$2"
"$(dirname "$0")/gate.sh" "$folder" "${@:3}"
