package main

import (
	"errors"

	"gputour/cuda/cellkernel"
	"gputour/cuda/cudac"
	"gputour/engine/diag"
	"gputour/engine/eval"
	"gputour/engine/wire"
)

// newConfig is what the evaluators of this program have in common.
func newConfig(m *machines, limits wire.Limits) eval.Config {
	return eval.Config{Machine: m.open, Kernels: cellkernel.Compile, Modules: cellkernel.Modules(), CheckKernel: checkKernel, Explain: cellkernel.Explain, Limits: limits}
}

// checkKernel compiles a kernel cell for what is wrong with it.
func checkKernel(source string, line int) diag.List {
	program, err := cudac.Compile("cell", source, line)
	var list diag.List
	if errors.As(err, &list) {
		return list
	}
	if program != nil {
		return program.Warnings
	}
	return nil
}
