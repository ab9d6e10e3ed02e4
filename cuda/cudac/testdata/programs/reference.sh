#!/bin/sh
# Writes what the programs without kernels print when g++ compiles them.
cd "$(dirname "$0")" || exit 1
out=$(mktemp)
for name in algorithms braces classes constants containers dates everything files iterations lambdas language library nested packs sets standard standing templates units variadic virtual; do
	g++ -w -std=c++20 -ffp-contract=off -x c++ -D__host__= -D__device__= "$name.cu" -o "$out" && "$out" >"$name.out"
done
rm -f "$out"
