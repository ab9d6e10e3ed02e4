#!/bin/sh
# Compiles src/*.cu to ptx/*.ptx.gz: build.sh [FOLDER [NAME]] writes into another folder, and only the
# file of that name. Needs clang-14 and no CUDA toolkit. Files whose name ends in _sm80 use
# instructions of compute capability 8.0; the rest run from 7.0 on. The PTX, less comments and
# indentation, is committed: the same sources give the same text.
set -eu
cd "$(dirname "$0")"
out=${1:-ptx}
mkdir -p "$out"

if [ $# -lt 2 ]; then # each file by itself, as many at once as there are cores
	for source in src/*.cu; do basename "$source" .cu; done | xargs -P "$(nproc)" -I{} ./build.sh "$out" {}
	exit
fi

name=$2
case $name in
*_sm80) target="--cuda-gpu-arch=sm_80 -Xclang -target-feature -Xclang +ptx70" ;;
*) target="--cuda-gpu-arch=sm_70 -Xclang -target-feature -Xclang +ptx60" ;;
esac
# Contraction and unrolling are off: where a kernel wants them it says so.
${CLANG:-clang-14} -x cuda --cuda-device-only $target -nocudainc -nocudalib -std=c++17 -O3 -fno-unroll-loops \
	-ffp-contract=off -Wall -Wno-unused-function -Wno-pass-failed -S -o "$out/$name.s" "src/$name.cu"
sed -e 's/^[[:space:]]*//' -e '/^\/\//d' -e '/^$/d' -e 's/[[:space:]][[:space:]]*/ /g' -e 's/ *$//' "$out/$name.s" |
	gzip -9n >"$out/$name.ptx.gz"
rm "$out/$name.s"
