package autograd

import (
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/tensor"
)

// counter is a host that knows how many of its buffers have not been given back.
type counter struct {
	device.Device
	open int
}

func (c *counter) Alloc(b *device.Buffer, bytes int) error {
	err := c.Device.Alloc(b, bytes)
	b.Device = c
	c.open++
	return err
}

func (c *counter) Free(b *device.Buffer) {
	c.open--
	c.Device.Free(b)
}

// A walk gives back every large gradient but those that leaves keep or hooks have seen,
// the second time as well, and what rules make on the way to them.
func TestWalkGivesMemoryBack(t *testing.T) {
	host := &counter{Device: cpu.New()}
	tp := New(tensor.NewEnv(host))
	const n = 256
	o := tensor.Options{}
	w := must(t)(tp.Ones([]int{n, n}, o))
	if err := tp.SetRequiresGrad(w, true); err != nil {
		t.Fatal(err)
	}
	x := must(t)(tp.Full([]int{n, n}, tensor.Float(0.5), o))
	var seen *Tensor
	for round, kept := range []int{3, 2} { // the leaf's and the hook's two, then the hook's
		c := &calc{t: tp}
		h := c.keep(tp.Linear(x, w, nil))
		hook, err := tp.RegisterHook(h, func(g *Tensor) (*Tensor, error) {
			seen = g
			return c.times(g, 2), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		y := c.sum(c.div(c.add(h, c.mul(h, w)), c.plus(c.square(h), 1)), nil, false)
		if c.err != nil {
			t.Fatal(c.err)
		}
		before := host.open
		if err := backward(tp, y, Walk{}); err != nil {
			t.Fatal(err)
		}
		hook.Remove()
		large := 0
		for _, b := range []*Tensor{seen, tp.Grad(w)} {
			if len(b.Storage().Host) == 4*n*n {
				large++
			}
		}
		if got := host.open - before; large != 2 || got > kept+smallOnes {
			t.Errorf("round %d: %d buffers more than before, %d tensors have their memory", round, got, large)
		}
	}
}

// What the program's own function unpacks for a node stays, though it was made during
// the walk.
func TestWalkLeavesUnpacked(t *testing.T) {
	tp := newTape()
	o := tensor.Options{}
	w := must(t)(tp.Ones([]int{256, 256}, o))
	if err := tp.SetRequiresGrad(w, true); err != nil {
		t.Fatal(err)
	}
	var unpacked []*Tensor
	tp.PushPack(func(x *Tensor) Unpack {
		return func() (*Tensor, error) {
			y, err := tp.Env.Clone(x)
			unpacked = append(unpacked, y)
			return y, err
		}
	})
	y := total(t, tp, must(t)(tp.Mul(w, w)))
	tp.PopPack()
	if err := backward(tp, y, Walk{}); err != nil {
		t.Fatal(err)
	}
	if len(unpacked) == 0 {
		t.Fatal("nothing was unpacked")
	}
	for i, x := range unpacked {
		if x.Storage().Host == nil {
			t.Errorf("unpacked tensor %d has lost its memory", i)
		}
	}
}

// smallOnes are the buffers of single numbers, which are left to the collector.
const smallOnes = 4
