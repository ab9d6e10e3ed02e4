package cellkernel_test

import (
	"slices"
	"strings"
	"testing"

	"gputour/engine/wire"
)

// TestExplanation: a fault says in stable words what it is, keeps what the launch did, and
// gives Python the place.
func TestExplanation(t *testing.T) {
	n := open(t, "sim:1")
	n.run("%%cuda\n__global__ void k(float *x) { x[threadIdx.x] = 1; }")
	n.run("import torch, gputour.cuda\nx = torch.zeros(10, device='cuda')")
	r, _ := n.try("k[1, 32](x)")
	e := body[wire.ErrorBody](r).Explain
	if e == nil || e.Code != "kernel.memcheck.index" || !slices.Equal(e.Args[:3], []string{"write", "10", "'x'"}) || !strings.HasPrefix(e.Summary, "invalid write out of bounds") {
		t.Errorf("explained as %+v", e)
	}
	r = n.run("try:\n    k[1, 32](x)\nexcept gputour.cuda.MemcheckError as e:\n    print(e.code, e.line, e.block, e.thread)\np = gputour.cuda.profile(k)\nprint(p['global_stores'], 'ended by memcheck' in repr(p), 'out of bounds' in repr(p))")
	if got, want := r.out.String(), "memcheck.index 2 (0, 0, 0) (10, 0, 0)\n1 True True\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
