#!/bin/sh
# Compiles src/*.cu for the host, into the shared library named. It exports gputour_emulate,
# which runs a kernel by name: see emulation/emulate.cc. Needs g++.
set -eu
cd "$(dirname "$0")"
out=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c++17 -O1 -fPIC -ffp-contract=off -Wall -Wno-unused -Iemulation"
if grep -qw fma /proc/cpuinfo 2>/dev/null; then flags="$flags -mfma"; fi
for source in emulation/emulate.cc src/*.cu; do echo "$source"; done |
	xargs -P "$(nproc)" -I{} sh -c "${CXX:-g++} $flags -x c++ -c {} -o $work/\$(basename {}).o"
${CXX:-g++} -shared -o "$out.partial" "$work"/*.o
mv "$out.partial" "$out"
