package cellkernel

import (
	"errors"

	"gputour/cuda/cudac"
	"gputour/engine/diag"
)

// Check compiles a kernel cell for what is wrong with it; it is eval.Config's CheckKernel.
func Check(source string, line int) diag.List {
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
