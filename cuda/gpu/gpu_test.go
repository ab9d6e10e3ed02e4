//go:build linux && cgo && cuda

package main

import (
	"os"
	"testing"

	"gputour/cuda"
	"gputour/cuda/driver/fake"
)

// The measurements run on the fake driver; their figures mean nothing there.
func TestRows(t *testing.T) {
	kernels, err := fake.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	os.Setenv("GPUTOUR_FAKE_KERNELS", kernels)
	library, err := fake.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m, err := cuda.Open(library).NewMachine()
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	b := &bench{dev: m.Devices()[0], quick: true}
	rows, err := b.rows()
	if err != nil || len(rows) != 8 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		if !(r.value > 0) {
			t.Errorf("%+v", r)
		}
	}
	against(rows, map[string]float64{"matmul 4096, fp32": rows[6].value * 2})
	if rows[6].share != 0.5 || rows[7].share != 0 {
		t.Errorf("%+v", rows[6:])
	}
}

func TestFigures(t *testing.T) {
	got := figures([]byte("a b, c\t2.5\nnoise\nmatmul\t3e2\n"))
	if len(got) != 2 || got["a b, c"] != 2.5 || got["matmul"] != 300 {
		t.Errorf("%v", got)
	}
	rows := []row{{name: "t", value: 2, unit: "µs"}}
	if against(rows, map[string]float64{"t": 3}); rows[0].share != 1.5 {
		t.Errorf("%+v", rows)
	}
}
