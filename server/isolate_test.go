package main

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/flags"
)

// sealed opens sessions in workers that are sealed, or skips the test where there are none.
func sealed(t *testing.T) session.Opener {
	t.Helper()
	machines, err := flags.Machines("", 4<<30)
	if err != nil {
		t.Fatal(err)
	}
	limits := wire.Limits{CellMS: 60_000, MemoryBytes: 2 << 30, DeviceBytes: 4 << 30, OutputBytes: 1 << 20}
	open, end, err := flags.Isolation{Isolate: "strict", PerWorker: "1"}.Plan().Opener(machines, limits, 1, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(end)
	return open
}

// heard keeps what a run says.
type heard struct {
	text strings.Builder
}

func (h *heard) Stream(_, text string) { h.text.WriteString(text) }
func (h *heard) Emit(_ string, body any) {
	switch b := body.(type) {
	case wire.StreamBody:
		h.text.WriteString(b.Text)
	case wire.DisplayBody:
		h.text.WriteString(b.Data["text/plain"] + "\n")
	case wire.ErrorBody:
		h.text.WriteString(b.Text)
	case wire.LimitBody:
		h.text.WriteString(b.Kind + b.Text)
	}
}
func (h *heard) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// underSeal are what cells use that a seal could take away.
var underSeal = []struct{ name, code, want string }{
	{"the shell", "!nvidia-smi -L | wc -l", "2"},
	{"files", "open('a.txt', 'w').write('x' * 1000)\nimport os; os.path.getsize('a.txt')", "1000"},
	{"the shell's files", "!echo hi > b.txt && cat b.txt && ls *.txt", "a.txt"},
	{"threads", "import threading\nt = [threading.Thread(target=print, args=(i,)) for i in range(8)]\n[x.start() for x in t]; [x.join() for x in t]; None", "7"},
	{"sleep and clocks", "import time\nt = time.perf_counter(); time.sleep(0.01); time.perf_counter() - t > 0.009, time.process_time() >= 0, time.time() > 1e9", "(True, True, True)"},
	{"dates", "import datetime\ndatetime.datetime.now().year > 2000", "True"},
	{"randomness", "import os, random, secrets\nlen(os.urandom(16)), len(secrets.token_hex(8))", "(16, 16)"},
	{"plots", "import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nplt.show()\nprint('shown')", "shown"},
	{"a plot in a file", "plt.plot([1, 2]); plt.savefig('p.png')\nos.path.getsize('p.png') > 1000", "True"},
	{"a kernel", "%%cuda\n__global__ void fill(float* a) { a[threadIdx.x] = 1; }", ""},
	{"its launch", "import torch\na = torch.zeros(32, device='cuda')\nfill[1, 32](a)\na.sum().item()", "32.0"},
	{"a program", "%%cuda --run\n#include <cstdio>\nint main() { printf(\"main ran\\n\"); return 0; }", "main ran"},
	{"products", "(torch.ones(300, 300) @ torch.ones(300, 300)).sum().item()", "27000000.0"},
	{"a loader with workers", "from torch.utils.data import DataLoader\nlen(list(DataLoader(list(range(10)), batch_size=2, num_workers=2)))", "5"},
	{"the system's name", "import platform\nlen(platform.system()) > 0", "True"},
	{"the number of processors", "import os\nos.cpu_count() > 0", "True"},
	{"pickles", "torch.save({'a': a}, 'm.pt'); torch.load('m.pt')['a'].shape[0]", "32"},
	{"much memory", "x = torch.zeros(100_000_000); x.numel()", "100000000"},
}

// TestNothingIsMissingUnderTheSeal uses all that cells can use, in a sealed worker.
func TestNothingIsMissingUnderTheSeal(t *testing.T) {
	ev, err := sealed(t)("sim:2")
	if err != nil {
		t.Fatal(err)
	}
	defer ev.Close()
	for _, c := range underSeal {
		var out heard
		outcome := ev.Run(session.Run{RID: c.name, Cell: "c", Code: c.code, Lang: "en"}, &out)
		if outcome.State != wire.RunDone || !strings.Contains(out.text.String(), c.want) {
			t.Errorf("%s ended as %s: %s", c.name, outcome.State, out.text.String())
		}
	}
}
