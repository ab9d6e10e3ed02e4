#!/bin/sh
# Compiles src/*.cu to ptx/*.ptx.gz, or into the folder given. Needs clang-14 and no CUDA toolkit.
# Files whose name ends in _sm80 use instructions of compute capability 8.0; the rest run from
# 7.0 on. The PTX, less comments and indentation, is committed.
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
	# Contraction and unrolling are off: where a kernel wants them it says so.
	${CLANG:-clang-14} -x cuda --cuda-device-only $target -nocudainc -nocudalib -std=c++17 -O3 -fno-unroll-loops -ffp-contract=off \
		-Wall -Wno-unused-function -Wno-pass-failed -S -o "$out/$name.s" "$source"
	sed -e 's/^[[:space:]]*//' -e '/^\/\//d' -e '/^$/d' -e 's/[[:space:]][[:space:]]*/ /g' -e 's/ *$//' "$out/$name.s" | gzip -9n >"$out/$name.ptx.gz"
	rm "$out/$name.s"
done
