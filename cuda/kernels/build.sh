#!/bin/sh
# Compiles src/*.cu to ptx/*.ptx.gz, or into the folder given. Needs clang-14 and no CUDA toolkit.
# Files whose name ends in _sm80 use instructions of compute capability 8.0; the rest run from
# 7.0 on. The PTX, less comments and indentation, is committed: the same sources give the same
# bytes, but for what gzip adds.
set -eu
cd "$(dirname "$0")"
out=${1:-ptx}
mkdir -p "$out"

# Contraction and unrolling are off: where a kernel wants them it says so.
flags="-x cuda --cuda-device-only -nocudainc -nocudalib -std=c++17 -O3 -fno-unroll-loops -ffp-contract=off
	-Wall -Wno-unused-function -Wno-pass-failed -S"

compile() {
	case $1 in
	*_sm80) target="--cuda-gpu-arch=sm_80 -Xclang -target-feature -Xclang +ptx70" ;;
	*) target="--cuda-gpu-arch=sm_70 -Xclang -target-feature -Xclang +ptx60" ;;
	esac
	${CLANG:-clang-14} $flags $target -o "$out/$1.s" "src/$1.cu"
	sed -e 's/^[[:space:]]*//' -e '/^\/\//d' -e '/^$/d' -e 's/[[:space:]][[:space:]]*/ /g' -e 's/ *$//' "$out/$1.s" |
		gzip -9n >"$out/$1.ptx.gz"
	rm "$out/$1.s"
}

for source in src/*.cu; do compile "$(basename "$source" .cu)"; done
