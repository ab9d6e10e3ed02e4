package kernels

import "embed"

// A browser's tab has no CUDA driver to load kernels into.
var ptxFiles embed.FS
