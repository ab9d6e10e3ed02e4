#!/bin/sh
# Compiles src/*.cu to ptx/*.ptx, or into the folder given. Needs clang-14 and no CUDA toolkit.
# Files whose name ends in _sm80 use instructions of compute capability 8.0; the rest run from
# 7.0 on. Comments and indentation are left out of the PTX, which is committed.
set -eu
cd "$(dirname "$0")"
out=${1:-ptx}
mkdir -p "$out"
for source in src/*.cu; do
	name=$(basename "$source" .cu)
	case $name in
	*_sm80) target="--cuda-gpu-arch=sm_80 -Xclang -target-feature -Xclang +ptx70" ;;
	*) target="--cuda-gpu-arch=sm_70" ;;
	esac
	# Contraction is off: where a kernel wants a fused operation it says so.
	${CLANG:-clang-14} -x cuda --cuda-device-only $target -nocudainc -nocudalib -std=c++17 -O3 -ffp-contract=off \
		-Wall -Wno-unused-function -S -o - "$source" |
		sed -e 's/^[[:space:]]*//' -e '/^\/\//d' -e '/^$/d' -e 's/[[:space:]][[:space:]]*/ /g' -e 's/ *$//' >"$out/$name.ptx"
done
