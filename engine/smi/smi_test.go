package smi

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"

	"gputour/engine/device"
	"gputour/engine/device/sim"
	"gputour/engine/shell"
)

func run(t *testing.T, spec, line string) (string, int) {
	t.Helper()
	var gpus []device.Device
	if spec != "" {
		s, err := sim.ParseSpec(spec)
		if err != nil {
			t.Fatal(err)
		}
		m := sim.NewMachine(s, nil)
		t.Cleanup(m.Close)
		gpus = m.Devices()
		var buf device.Buffer
		if err := gpus[0].Alloc(&buf, 64<<20); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { gpus[0].Free(&buf) })
	}
	tool := &Tool{GPUs: gpus, UUID: func(i int) string { return strings.Repeat("a", i+1) }, Now: func() time.Time { return time.Unix(0, 0).UTC() }}
	sh := &shell.Shell{FS: afero.NewMemMapFs(), Cwd: "/", Commands: map[string]shell.Command{"nvidia-smi": tool.Command()}}
	var out bytes.Buffer
	status := sh.Run(context.Background(), line, nil, &out, &out)
	return out.String(), status
}

func TestTable(t *testing.T) {
	out, status := run(t, "sim:2", "nvidia-smi")
	if status != 0 {
		t.Fatalf("status %d", status)
	}
	for i, l := range strings.Split(strings.TrimSuffix(out, "\n"), "\n")[1:] {
		if len(l) != 79 {
			t.Errorf("line %d is %d wide: %q", i+2, len(l), l)
		}
	}
	for _, want := range []string{"NVIDIA-SMI", "Simulated by gputour", "Processes:", "this notebook"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if n := strings.Count(out, "MiB /"); n != 2 {
		t.Errorf("%d rows of memory", n)
	}
}

func TestQueries(t *testing.T) {
	cases := []struct{ line, want string }{
		{"nvidia-smi --query-gpu=index,compute_cap --format=csv,noheader", "0, 7.0\n1, 7.0\n"},
		{"nvidia-smi --query-gpu=memory.total --format=csv -i 1", "memory.total [MiB]\n16160 MiB\n"},
		{"nvidia-smi --query-gpu=count,memory.total --format=csv,nounits", "count, memory.total\n2, 16160\n2, 16160\n"},
		{"nvidia-smi -L | grep -o 'UUID.*'", "UUID: GPU-a)\nUUID: GPU-aa)\n"},
		{"nvidia-smi -q -d Memory | grep -A4 GPU | grep -c Free", "2\n"},
		{"nvidia-smi -q -d MEMORY -i 1 | grep -A2 FB | grep -c Total", "1\n"},
	}
	for _, c := range cases {
		if out, status := run(t, "sim:2,model=V100", c.line); out != c.want || status != 0 {
			t.Errorf("%s: status %d\ngot  %q\nwant %q", c.line, status, out, c.want)
		}
	}
}

func TestNonsense(t *testing.T) {
	for line, status := range map[string]int{
		"nvidia-smi --fly": 2, "nvidia-smi --query-gpu=colour --format=csv": 2, "nvidia-smi -i 7": 6, "nvidia-smi -i x": 2, "nvidia-smi -x": 2,
	} {
		if out, got := run(t, "sim:2", line); got != status || out == "" {
			t.Errorf("%s: status %d, %q", line, got, out)
		}
	}
	if out, status := run(t, "", "nvidia-smi"); status != 9 || !strings.Contains(out, "failed") {
		t.Errorf("without a GPU: status %d, %q", status, out)
	}
}
