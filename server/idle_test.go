package main

import (
	"runtime"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/flags"
)

// idle are what idle sessions have run, and what one of them may hold, in bytes.
var idle = []struct {
	name, code string
	bar        int64
}{
	{"plain", `
import math, random, collections, itertools, json, re
def mean(xs): return sum(xs) / len(xs)
words = collections.Counter(re.findall(r"\w+", "the cat and the hat"))
json.dumps({"mean": mean([random.random() for _ in range(10)]), "words": words})`, 1 << 20},
	{"torch", `
import torch, math, random
from torch import nn
torch.ones(3, device='cuda')
x, y = torch.randn(32, 3, device='cuda'), torch.randn(32, 2, device='cuda')
net = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2)).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(5):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
loss.item()`, 2 << 20},
}

// TestIdleSession measures what sessions hold that have run a cell and then do nothing.
func TestIdleSession(t *testing.T) {
	machines, err := flags.Machines("sim:2", 0)
	if err != nil {
		t.Fatal(err)
	}
	config := eval.Config{Machine: machines.Open}
	for _, test := range idle {
		t.Run(test.name, func(t *testing.T) {
			registry := &session.Registry{Config: session.Config{Open: session.Merging(config.Open, 0, nil)}}
			defer registry.Close()
			busy := func() {
				s, _, err := registry.Open("", "", "", "sim:2")
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Do(session.Submit{Run: session.Run{RID: "r", Cell: "c", Code: test.code}}); err != nil {
					t.Fatal(err)
				}
				waitFor(t, s)
			}
			busy() // what the process holds once
			const sessions = 30
			before := held()
			for range sessions {
				busy()
			}
			each := (held() - before) / sessions
			t.Logf("an idle session holds %d KiB of %d KiB", each>>10, test.bar>>10)
			if each > test.bar {
				t.Error("which is too much")
			}
		})
	}
}

// waitFor reads the session's events until its run has ended well.
func waitFor(t *testing.T, s *session.Session) {
	t.Helper()
	c := s.Attach(0)
	defer s.Detach(c)
	for {
		batch, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range batch {
			body, _ := wire.DecodeBody(m)
			switch b := body.(type) {
			case *wire.ErrorBody:
				t.Fatal(b.Text)
			case *wire.ReplyBody:
				return
			}
		}
	}
}

// held is what the heap and the stacks hold after a collection.
func held() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}
