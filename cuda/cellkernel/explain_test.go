package cellkernel_test

import (
	"fmt"
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

// TestTouch: of a real fault, which element of which array, and who touched it where.
func TestTouch(t *testing.T) {
	const head = "%%cuda\n__global__ void k(float *x) {\n    __shared__ float part[4][32];\n    int i = threadIdx.x;\n    "
	for _, c := range []struct{ body, want string }{
		{"x[i] = 1;", "x[10] of 10: write by (10, 0, 0) of (0, 0, 0) in 5 «x[i] = 1;»"},
		{"x[0] = i;", "x[0] of 10: write by (1, 0, 0) of (0, 0, 0) in 5 «x[0] = i;», write by (0, 0, 0) of (0, 0, 0) in 5 «x[0] = i;»"},
		{"part[2][i] = 1;\n    if (i == 0) x[0] = part[2][7];", "part[2][7] of 32: read by (0, 0, 0) of (0, 0, 0) in 6 «if (i == 0) x[0] = part[2][7];», write by (7, 0, 0) of (0, 0, 0) in 5 «part[2][i] = 1;»"},
		{"if (i == 0) x[0] = part[1][3];", "part[1][3] of 32: read by (0, 0, 0) of (0, 0, 0) in 5 «if (i == 0) x[0] = part[1][3];»"},
		{"part[1][i + 1] = 0; x[0] = 1;", "part[…][32] of 32:  by (31, 0, 0) of (0, 0, 0) in 5 «part[1][i + 1] = 0; x[0] = 1;»"},
	} {
		n := open(t, "sim:1")
		n.run(head + c.body + "\n}")
		n.run("import torch\nx = torch.zeros(10, device='cuda')")
		r, _ := n.try("k[1, 32](x)")
		e := body[wire.ErrorBody](r).Explain
		if e == nil || e.Touch == nil {
			t.Errorf("%s: explained as %+v", c.body, e)
			continue
		}
		got := fmt.Sprintf("%s[%d] of %d:", e.Touch.Array, e.Touch.Index, e.Touch.Length)
		for i, w := range e.Touch.Threads {
			if i > 0 {
				got += ","
			}
			got += fmt.Sprintf(" %s by %s of %s in %d «%s»", w.Does, place(w.Thread), place(w.Block), w.Line, strings.TrimSpace(w.Source))
		}
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

func place(x [3]int) string { return fmt.Sprintf("(%d, %d, %d)", x[0], x[1], x[2]) }
