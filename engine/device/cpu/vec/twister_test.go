package vec

import (
	"fmt"
	"testing"
)

// The words of the reference implementation for seed 5489.
func TestTwisterReference(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		g := NewTwister(5489)
		for i, want := range []uint32{3499211612, 581869302, 3890346734, 3586334585, 545404204} {
			if got := g.Uint32(); got != want {
				t.Fatalf("word %d = %d, want %d", i, got, want)
			}
		}
		var last uint32
		for range 10000 - 5 {
			last = g.Uint32()
		}
		if last != 4123659995 {
			t.Errorf("word 10000 = %d, want 4123659995", last)
		}
	})
}

func TestBulkEqualsSingle(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		bulk, single := NewTwister(3), NewTwister(3)
		for _, n := range []int{0, 1, 5, 623, 624, 625, 2000} {
			words, floats := make([]uint32, n), make([]float32, n)
			bulk.Uint32s(words)
			bulk.Float32s(floats)
			for i, w := range words {
				if s := single.Uint32(); s != w {
					t.Fatalf("n=%d: word %d = %d, want %d", n, i, w, s)
				}
			}
			for i, f := range floats {
				if s := single.Float32(); s != f {
					t.Fatalf("n=%d: float %d = %v, want %v", n, i, f, s)
				}
			}
		}
		words, given := single.State()
		other := NewTwister(0)
		other.SetState(words, given)
		if other.Uint64() != single.Uint64() {
			t.Error("a restored state goes on otherwise")
		}
	})
}

func TestRandomEqualsPyTorch(t *testing.T) {
	g := golden(t)
	kernelLevels(t, func(t *testing.T) {
		for _, n := range []int{1, 16, 17, 31, 700} {
			r, got := NewTwister(uint64(n+5)), make([]float32, n)
			r.Float32s(got)
			equal(t, fmt.Sprintf("rand %d", n), got, g[fmt.Sprintf("rand %d", n)])
			if n < 16 {
				continue
			}
			r.Normals(got, 0, 1)
			equal(t, fmt.Sprintf("randn %d", n), got, g[fmt.Sprintf("randn %d", n)])
			r.Normals(got, 1.5, 3)
			equal(t, fmt.Sprintf("normal %d", n), got, g[fmt.Sprintf("normal %d", n)])
			wide := make([]float64, n)
			r.Normals64(wide, 0, 1)
			for i, v := range wide {
				got[i] = float32(v)
			}
			equal(t, fmt.Sprintf("randn64 %d", n), got, g[fmt.Sprintf("randn64 %d", n)])
		}
	})
}
