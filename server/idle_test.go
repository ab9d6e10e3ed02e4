package main

import (
	"fmt"
	"runtime"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// idleBar is what one idle session may hold, in bytes: 2 MiB, and room for what a
// measurement of the whole heap catches besides.
const idleBar = 5 << 19

// TestIdleSession measures what sessions hold that have imported torch, made tensors
// on a GPU and then do nothing.
func TestIdleSession(t *testing.T) {
	machines, err := newMachines("sim:2", 0)
	if err != nil {
		t.Fatal(err)
	}
	config := eval.Config{Machine: machines.open}
	registry := &session.Registry{Config: session.Config{Open: config.Open}}
	defer registry.Close()
	busy := func() {
		s, _, err := registry.Open("", "", "sim:2")
		if err != nil {
			t.Fatal(err)
		}
		code := "import torch, math, random\nfrom torch import nn\nx = torch.ones(3, device='cuda')\nnet = nn.Linear(3, 2).cuda()\nnet(x)"
		if err := s.Do(session.Submit{Run: session.Run{RID: "r", Cell: "c", Code: code}}); err != nil {
			t.Fatal(err)
		}
		waitFor(t, s)
	}
	busy() // what the process holds once
	const sessions = 50
	before := held()
	for range sessions {
		busy()
	}
	each := (held() - before) / sessions
	fmt.Printf("idle session\t%d KiB (bar %d KiB)\n", each>>10, idleBar>>10)
	if each > idleBar {
		t.Errorf("an idle session holds %d KiB", each>>10)
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
