package tensor

import (
	"errors"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"gputour/engine/device/cpu"
)

// TestEverythingAsks has the run end at one of the first questions of operations that the
// host computes, and of one that it launches.
func TestEverythingAsks(t *testing.T) {
	stop := errors.New("stop")
	for name, op := range map[string]func(e *Env, square, long *Tensor) error{
		"add":      func(e *Env, x, _ *Tensor) error { _, err := e.Add(x, x, Int(1)); return err },
		"svd":      func(e *Env, x, _ *Tensor) error { _, _, _, err := e.Svd(x, false); return err },
		"eigh":     func(e *Env, x, _ *Tensor) error { _, _, err := e.Eigh(x); return err },
		"eig":      func(e *Env, x, _ *Tensor) error { _, _, err := e.Eig(x); return err },
		"inv":      func(e *Env, x, _ *Tensor) error { _, err := e.Inv(x); return err },
		"solve":    func(e *Env, x, _ *Tensor) error { _, err := e.Solve(x, x); return err },
		"det":      func(e *Env, x, _ *Tensor) error { _, err := e.Det(x); return err },
		"slogdet":  func(e *Env, x, _ *Tensor) error { _, _, err := e.Slogdet(x); return err },
		"cholesky": func(e *Env, x, _ *Tensor) error { _, err := e.Cholesky(x); return err },
		"qr":       func(e *Env, x, _ *Tensor) error { _, _, err := e.Qr(x, "reduced"); return err },
		"lu":       func(e *Env, x, _ *Tensor) error { _, _, _, err := e.LuFactor(x, true); return err },
		"fft":      func(e *Env, x, _ *Tensor) error { _, err := e.FftC2C(x, -1, NormBackward, false); return err },
		"randperm": func(e *Env, _, _ *Tensor) error { _, err := e.Randperm(4*burst, Options{}, nil); return err },
		"random":   func(e *Env, _, long *Tensor) error { return e.RandomIn(long, nil) },
		"scalars":  func(e *Env, _, long *Tensor) error { _, err := e.Scalars(long); return err },
		"unbind": func(e *Env, _, long *Tensor) error {
			_, err := e.Views(long.numel, func(i int) (*Tensor, error) { return e.Select(long, 0, i) })
			return err
		},
		"tril_indices": func(e *Env, _, _ *Tensor) error { _, err := e.TriIndices(500, 500, 0, false, Options{}); return err },
		"flip":         func(e *Env, _, long *Tensor) error { _, err := e.Flip(long, []int{0}); return err },
		"roll":         func(e *Env, _, long *Tensor) error { _, err := e.Roll(long, []int{1 << 60}, nil); return err },
		"multinomial": func(e *Env, _, long *Tensor) error {
			p, err := e.Full([]int{3}, Float(1), Options{})
			if err == nil {
				_, err = e.Multinomial(p, 3*burst, true, nil)
			}
			return err
		},
		"print": func(e *Env, _, long *Tensor) error {
			e.Print.Threshold = math.MaxInt
			_, err := e.Format(long)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := NewEnv(cpu.New())
			square, err := e.Eye(70, 70, Options{DType: Float64})
			if err != nil {
				t.Fatal(err)
			}
			long, err := e.Zeros([]int{8 * burst}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			asked, last := 0, math.MaxInt
			e.Attend(func() error {
				if asked++; asked >= last {
					return stop
				}
				return nil
			}, new(atomic.Bool))
			if err := op(e, square, long); err != nil || asked == 0 {
				t.Fatalf("asked %d times, ended with %v", asked, err)
			}
			last, asked = (asked+1)/2, 0
			if err := op(e, square, long); err != stop {
				t.Errorf("stopped at question %d of %d, ended with %v", asked, last, err)
			}
		})
	}
}

// TestLeftBehind stops a computation aside, and finds the next one waiting for its end.
func TestLeftBehind(t *testing.T) {
	e := NewEnv(cpu.New())
	stop := errors.New("stop")
	stopped := true
	e.Attend(func() error {
		if stopped && e.behind != nil {
			return stop
		}
		return nil
	}, new(atomic.Bool))
	finish := make(chan struct{})
	var order []string
	if err := e.aside(asideFrom, func() { <-finish; order = append(order, "first") }); err != stop {
		t.Fatalf("ended with %v", err)
	}
	stopped = false
	close(finish)
	if err := e.aside(asideFrom, func() { order = append(order, "second") }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(order, []string{"first", "second"}) {
		t.Errorf("ran %v", order)
	}
}

// TestRoom asks for lists of the host that are beyond the device's bound.
func TestRoom(t *testing.T) {
	d := cpu.New()
	d.SetLimit(1 << 20)
	e := NewEnv(d)
	x, err := e.Zeros([]int{100_000}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Scalars(x); err == nil {
		t.Error("a list of several megabytes")
	}
	if err := e.room(1000, 8); err != nil {
		t.Error(err)
	}
}

// TestTriIndicesCount compares the elements counted with those that are there.
func TestTriIndicesCount(t *testing.T) {
	e := NewEnv(cpu.New())
	for rows := range 5 {
		for cols := range 5 {
			for offset := -6; offset <= 6; offset++ {
				for _, upper := range []bool{false, true} {
					var want []int64
					for i := range rows {
						for j := range cols {
							if upper && j-i >= offset || !upper && j-i <= offset {
								want = append(want, int64(i), int64(j))
							}
						}
					}
					x, err := e.TriIndices(rows, cols, offset, upper, Options{})
					if err != nil {
						t.Fatal(err)
					}
					if x, err = e.Transpose(x, 0, 1); err != nil {
						t.Fatal(err)
					}
					if got, err := e.Int64s(x); err != nil || !slices.Equal(got, want) {
						t.Errorf("%d×%d offset %d upper %t: %v, %v, want %v", rows, cols, offset, upper, got, err, want)
					}
				}
			}
		}
	}
	for _, size := range [][3]int{{1 << 62, 1 << 62, 0}, {1 << 30, 1 << 30, math.MinInt}, {math.MaxInt, 1, math.MaxInt}, {-1, 1, 0}} {
		if _, err := e.TriIndices(size[0], size[1], size[2], true, Options{}); (err == nil) != (size[0] == math.MaxInt) {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// TestPrintTooDeep prints a tensor of more dimensions than text has room for.
func TestPrintTooDeep(t *testing.T) {
	e := NewEnv(cpu.New())
	shape := make([]int, 10_000)
	for d := range shape {
		shape[d] = 1
	}
	x, err := e.Zeros(shape, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := e.Format(x); err == nil {
		t.Errorf("%d bytes", len(s))
	}
}
