package triton_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gputour/cuda/cellkernel/notebooktest"
	"gputour/cuda/numba"
	"gputour/cuda/triton"
)

// TestPrograms: the kernels of Triton's tutorials, and others, against PyTorch; and the same kernel in three languages.
func TestPrograms(t *testing.T) {
	notebooktest.Programs(t, slices.Concat(numba.Modules(), triton.Modules())...)
}

const before = "import torch, triton, triton.language as tl\ndef zeros(*shape, **kw): return torch.zeros(*shape, device='cuda', **kw)\n"

// TestMistakes: what is wrong is told in Triton's words, with the line counted from def, or is a finding of the checks.
func TestMistakes(t *testing.T) {
	notebooktest.Mistakes(t, "@triton.jit", before, func(line int, code string) string {
		if above, _, ok := strings.Cut(code, "def k("); ok && !strings.Contains(code, "# finding") {
			return fmt.Sprintf("at %d:", line-strings.Count(above, "\n"))
		}
		return fmt.Sprintf("line %d", line)
	}, triton.Modules()...)
}
