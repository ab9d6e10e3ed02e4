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
		{"nvidia-smi --query-gpu=gpu_name,gpu_bus_id,pci.bus,pstate --format=csv -i 1", "name, pci.bus_id, pci.bus, pstate\nTesla V100-SXM2-16GB (simulated), 00000000:1A:00.0, 0x1A, P0\n"},
		{"nvidia-smi --query-gpu=clocks.sm,clocks.max.mem,power.limit,temperature.gpu,fan.speed --format=csv -i 0",
			"clocks.current.sm [MHz], clocks.max.memory [MHz], power.limit [W], temperature.gpu, fan.speed [%]\n1530 MHz, [N/A], 300.00 W, 36, [N/A]\n"},
		{"nvidia-smi --query-gpu=timestamp,ecc.mode.current,pcie.link.gen.max,pcie.link.width.max --format csv,noheader -i 0", "1970/01/01 00:00:00.000, Enabled, 3, 16\n"},
		{"nvidia-smi -i 1,0,1 --query-gpu=index --format=csv,noheader", "0\n1\n"},
		{"nvidia-smi -i GPU-aa --query-gpu=index --format=csv,noheader", "1\n"},
		{"nvidia-smi -i 00000000:17:00.0 --query-gpu=index --format=csv,noheader", "0\n"},
		{"nvidia-smi --query-compute-apps=pid,name,used_memory --format=csv -i 0", "pid, process_name, used_gpu_memory [MiB]\n1, this notebook, 364 MiB\n"},
		{"nvidia-smi -q | grep -c -E 'FB Memory|Utilization|Ecc Mode|Temperature$|Power Readings|Max Clocks|Processes$|Compute Mode|PCI$'", "18\n"},
		{"nvidia-smi -q -d TEMPERATURE,power -i 0 | grep -c ':'", "10\n"},
		{"nvidia-smi topo -m | grep -c NV6", "2\n"},
		{"nvidia-smi -h | head -n 1", "NVIDIA System Management Interface for the devices of this session.\n"},
	}
	for _, c := range cases {
		if out, status := run(t, "sim:2,model=V100", c.line); out != c.want || status != 0 {
			t.Errorf("%s: status %d\ngot  %q\nwant %q", c.line, status, out, c.want)
		}
	}
}

func TestNonsense(t *testing.T) {
	for line, status := range map[string]int{
		"nvidia-smi --fly": 2, "nvidia-smi --query-gpu=colour --format=csv": 2, "nvidia-smi -i 7": 6, "nvidia-smi -i x": 6, "nvidia-smi -i 0,7 -L": 6, "nvidia-smi -x": 2,
		"nvidia-smi -l 1": 2, "nvidia-smi --loop=1": 2, "nvidia-smi -lms 100": 2, "nvidia-smi dmon": 2, "nvidia-smi pmon -c 1": 2, "nvidia-smi topo": 2, "nvidia-smi -m": 2,
		"nvidia-smi -pl 100": 4, "nvidia-smi -r": 4, "nvidia-smi --query-gpu=index": 2, "nvidia-smi --query-gpu=index --format=xml": 2,
		"nvidia-smi -q -d COLOUR": 2, "nvidia-smi -i": 2, "nvidia-smi -q -f out.txt": 2, "nvidia-smi --query-compute-apps=index --format=csv": 2,
	} {
		if out, got := run(t, "sim:2", line); got != status || out == "" {
			t.Errorf("%s: status %d, %q", line, got, out)
		}
	}
	if out, status := run(t, "", "nvidia-smi"); status != 9 || !strings.Contains(out, "failed") {
		t.Errorf("without a GPU: status %d, %q", status, out)
	}
}

// A real board's readings are shown, and what it does not tell is said to be missing.
func TestBoard(t *testing.T) {
	gpu := &realGPU{info: device.Info{Name: "Real", Memory: 8 << 30, Major: 8}}
	sensors := NoSensors
	sensors.Celsius, sensors.Watts, sensors.Limit, sensors.Busy, sensors.State, sensors.SM = 41, 61.25, 400, 17, 2, 1001
	for _, c := range []struct {
		sensors   Sensors
		row, line string
	}{
		{sensors, "| N/A   41C    P2    61W / 400W |       0MiB / 8192MiB |     17%      Default |", "41, 61.25 W, 17 %, [N/A], 1001 MHz, 1410 MHz, P2\n"},
		{NoSensors, "| N/A   N/A   N/A           N/A |       0MiB / 8192MiB |     N/A      Default |", "[N/A], [N/A], [N/A], [N/A], [N/A], 1410 MHz, [N/A]\n"},
	} {
		tool := &Tool{GPUs: []device.Device{gpu}, UUID: func(int) string { return "r" }, Now: time.Now, Versions: Versions{"550.54.14", "12.4"},
			Board: func(int) Board { return Board{Bus: "00000000:65:00.0", ClockMHz: 1410, Sensors: c.sensors} }}
		sh := &shell.Shell{FS: afero.NewMemMapFs(), Cwd: "/", Commands: map[string]shell.Command{"nvidia-smi": tool.Command()}}
		var out bytes.Buffer
		sh.Run(context.Background(), "nvidia-smi", nil, &out, &out)
		if !strings.Contains(out.String(), c.row) || !strings.Contains(out.String(), "550.54.14") || strings.Contains(out.String(), "imulated") {
			t.Errorf("no %q in\n%s", c.row, out.String())
		}
		out.Reset()
		sh.Run(context.Background(), "nvidia-smi --query-gpu=temperature.gpu,power.draw,utilization.gpu,utilization.memory,clocks.sm,clocks.max.sm,pstate --format=csv,noheader", nil, &out, &out)
		if out.String() != c.line {
			t.Errorf("got %q, want %q", out.String(), c.line)
		}
	}
}

// realGPU is a GPU that is not simulated, as far as it is asked.
type realGPU struct {
	info device.Info
	device.Device
}

func (g *realGPU) Info() *device.Info { return &g.info }
