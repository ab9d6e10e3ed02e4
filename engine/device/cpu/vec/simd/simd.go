// Package simd holds the vector kernels of a browser's tab: two modules of WebAssembly,
// translated from the kernels for AVX2 (command translate), and the script that puts the
// one that suits a host beside the engine's module.
//
// The engine does not import it; who serves the engine to browsers does.
package simd

import "embed"

// Files are simd.js, kernels_fma.wasm and kernels.wasm.
//
//go:embed simd.js kernels.wasm kernels_fma.wasm
var Files embed.FS
