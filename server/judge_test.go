package main

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/flags"
)

// This file checks exercises in CUDA C++ as the program does.

// listener is an Output that keeps all of it.
type listener struct {
	mu     sync.Mutex
	heard  strings.Builder
	result *wire.CheckResultBody
}

func (l *listener) Stream(_, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.heard.WriteString(text)
}

func (l *listener) Emit(_ string, body any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, ok := body.(wire.CheckResultBody); ok {
		l.result = &b
	}
	text, _ := json.Marshal(body)
	l.heard.Write(text)
}

func (l *listener) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// TestKernelAnswers checks kernels that are right, wrong and inquisitive.
func TestKernelAnswers(t *testing.T) {
	machines, err := flags.Machines("", 0)
	if err != nil {
		t.Fatal(err)
	}
	const kernel = "%%cuda\n#include <cstdio>\n#include <cassert>\n__device__ float kept;\n__global__ void twice(const float* a, float* b, int n) {\n    int i = threadIdx.x;\n"
	check := &session.Check{
		Setup: []session.Setup{{Code: "import torch\nfrom gputour.cuda import profile"}},
		Own:   []string{kernel + "}"}, Points: 1,
		Tests: []session.Test{{Hidden: true, Code: `def test_values():
    """doubles"""
    a = torch.tensor([7919.0, 104729.0], device="cuda")
    b, want = torch.zeros(2, device="cuda"), (a * 2).tolist()
    twice[1, 4](a, b, 2)
    assert b.tolist() == want, "wrong"
    assert profile(twice)["threads"] == 4
`}},
	}
	cases := []struct {
		name, body string
		status     string
		message    string // of the first test, begins with
	}{
		{"right", "if (i < n) b[i] = 2 * a[i];", "pass", ""},
		{"wrong", "if (i < n) b[i] = a[i];", "fail", "wrong"},
		{"prints", "if (i < n) { printf(\"%f\\n\", a[i]); b[i] = 2 * a[i]; }", "pass", ""},
		{"keeps", "if (i == 0) kept = a[0];\n    if (i < n) b[i] = 2 * a[i];", "pass", ""},
		{"writes out of bounds", "b[i] = 2 * a[0];", "fail", "Your code raised gputour.cuda.MemcheckError at your line 7."},
		{"changes the input", "if (i < n) ((float*)a)[i] = 0;", "fail", "wrong"},
		{"asserts", "assert(a[0] == 1.0f);", "fail", "Your code raised gputour.cuda.DeviceAssertError at your line 7."},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ev, err := eval.New("sim:1", machines.Config(wire.Limits{}))
			if err != nil {
				t.Fatal(err)
			}
			defer ev.Close()
			l := &listener{}
			ev.Run(session.Run{RID: "r", Cell: "e", Code: kernel + "    " + c.body + "\n}\n", Count: 1, Lang: "en", Check: check}, l)
			if l.result == nil || l.result.Status != c.status || !strings.HasPrefix(l.result.Tests[0].Message, c.message) {
				t.Errorf("%+v", l.result)
			}
			for _, secret := range []string{"7919", "104729", "15838", "209458"} {
				if strings.Contains(l.heard.String(), secret) {
					t.Errorf("leaks %s: %s", secret, l.heard.String())
				}
			}
		})
	}
}
