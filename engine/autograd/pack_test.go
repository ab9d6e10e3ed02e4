package autograd

import "testing"

// copies packs a tensor as a copy.
func copies(tp *Tape) Pack {
	return func(x *Tensor) Unpack {
		y, err := tp.Env.Clone(x)
		return func() (*Tensor, error) { return y, err }
	}
}

// What is unpacked leads to its maker as any other tensor does: that does not die of its end.
func TestUnpackedEnds(t *testing.T) {
	tp := newTape()
	tp.PushPack(copies(tp))
	x := leaf(t, tp, 1, 2)
	y := must(t)(tp.Exp(x))
	z := total(t, tp, must(t)(tp.Mul(y, y)))
	square := tp.GradFn(z).Next()[0].Node
	for range 9 {
		GiveUp(must(t)(tp.Saved(square, 0)))
	}
	if err := backward(tp, z, Walk{}); err != nil {
		t.Fatal(err)
	}
}

// A node that keeps a packed tensor keeps what made that, though it be none of its inputs.
func TestPackedKeepsMaker(t *testing.T) {
	tp := newTape()
	tp.PushPack(copies(tp))
	x := leaf(t, tp, 1, 2)
	n := tp.CustomNode(&Custom{}, []*Tensor{x})
	y := must(t)(tp.Exp(x))
	tp.Keep(n, y)
	GiveUp(y)
	kept, err := tp.Kept(n)
	if err != nil {
		t.Fatal(err)
	}
	if err := backward(tp, total(t, tp, kept[0]), Walk{}); err != nil {
		t.Fatal(err)
	}
}
