package lane

import (
	"math/rand/v2"
	"testing"
)

// TestTape: the operations in assembly against those in Go, on numbers that are special.
func TestTape(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	number := func() uint32 {
		special := []uint32{0, 1 << 31, 0x7f800000, 0xff800000, 0x7fc00001, 0xffc00002, 1, 0x7fffffff}
		if n := r.IntN(2 * len(special)); n < len(special) {
			return special[n]
		}
		return r.Uint32() &^ (1 << 30)
	}
	data := make([]byte, 4096)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	for c := AddF; c < codes; c++ {
		for range 50 {
			run := func(fast bool, x, y, z Words, data []byte) (Words, []byte) {
				var tape Tape
				i := tape.Add(c, &z, &x, &y)
				tape.Add(End, nil, nil, nil)
				switch {
				case c == Advance:
					tape.Rise(i, 77)
				case c == LoadSome || c == StoreSome || c == StoreOne:
					tape.Stream(i, c, data, 64, 4, 19)
				case c >= LoadOne:
					tape.Stream(i, c, data, 64, 4, 320)
				}
				n := 3
				if c == Select || c == MulAddF {
					n = 1 // its Z is what the comparison before it left there
				}
				if fast {
					tape.Run(n)
				} else {
					for range n {
						tape.one(i)
					}
				}
				return z, data
			}
			var x, y, z Words
			for i := range x {
				x[i], y[i], z[i] = number(), number(), all(r.IntN(2) == 0)
				switch c {
				case EqualI:
					y[i] = x[i] + uint32(r.IntN(2))
				case ShiftLeft, ShiftRight, ShiftSigned, LoadAny, StoreAny, LoadSome, StoreSome:
					y[i] = r.Uint32() % 32
				}
			}
			got, gotData := run(true, x, y, z, append([]byte(nil), data...))
			want, wantData := run(false, x, y, z, append([]byte(nil), data...))
			if string(gotData) != string(wantData) {
				t.Fatalf("operation %d leaves other memory behind", c)
			}
			for i := range got {
				if nan := wf(got[i]) != wf(got[i]) && wf(want[i]) != wf(want[i]); got[i] != want[i] && !nan {
					t.Fatalf("operation %d of %#x and %#x: %#x, want %#x", c, x[i], y[i], got[i], want[i])
				}
			}
		}
	}
}

// TestTapeCalls: functions of Go run in their place, in every iteration.
func TestTapeCalls(t *testing.T) {
	var tape Tape
	var a, b, step Words
	for i := range step {
		step[i] = uint32(i)
	}
	tape.Add(AddI, &a, &a, &step)
	tape.AddCall(func(z, x, y *Words) {
		for i := range z {
			z[i] = 2*z[i] + x[i]
		}
	}, &b, &a, nil)
	tape.Add(End, nil, nil, nil)
	tape.Run(3)
	for i := range uint32(Count) {
		if a[i] != 3*i || b[i] != 11*i {
			t.Fatalf("lane %d: %d and %d", i, a[i], b[i])
		}
	}
}

// TestFuse: sums of products do the same as one operation and as two.
func TestFuse(t *testing.T) {
	run := func(fuse bool) Words {
		var tape Tape
		var x, y, z, product Words
		for i := range x {
			x[i], y[i], z[i] = fw(float32(i)/3), fw(1e7/float32(i+1)), fw(0.1)
		}
		tape.Add(MulF, &product, &x, &y)
		tape.Add(AddF, &z, &z, &product)
		if fuse && (!tape.Fuse(1) || tape.Len() != 1) {
			t.Fatal("not fused")
		}
		tape.Add(End, nil, nil, nil)
		tape.Run(5)
		return z
	}
	if run(true) != run(false) {
		t.Error("they differ")
	}
	var tape Tape
	var x, y, z Words
	tape.Add(MulF, &y, &x, &z)
	tape.Add(AddF, &z, &z, &y)
	if tape.Fuse(1) {
		t.Error("what a product reads is changed by its sum")
	}
}
