package numba_test

import (
	"fmt"
	"testing"

	"gputour/cuda/cellkernel/notebooktest"
	"gputour/cuda/numba"
)

// TestPrograms: programs that check themselves against NumPy.
func TestPrograms(t *testing.T) { notebooktest.Programs(t, numba.Modules()...) }

const before = "import numba, numpy as np, torch\nfrom numba import cuda\nnumba.core.config.CUDA_LOW_OCCUPANCY_WARNINGS = numba.core.config.CUDA_WARN_ON_IMPLICIT_COPY = 0\ndef zeros(*shape): return np.zeros(shape)\n"

// TestMistakes: what is wrong is told in Numba's words, or is a finding of the checks, with the line of the function.
func TestMistakes(t *testing.T) {
	notebooktest.Mistakes(t, "@cuda.jit", before, func(line int, _ string) string { return fmt.Sprintf("line %d", line) }, numba.Modules()...)
}
