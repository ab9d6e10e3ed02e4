package cuda

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/tensor"
)

// This file is what torch.cuda.graphs asks of Go: work that a GPU captures and does again.

// graphObject is the Go side of torch.cuda.CUDAGraph.
type graphObject struct {
	object.Head
	d     device.Device
	graph device.Graph // nil while it is being captured
	gen   *tensor.Generator
	from  uint64 // the generator's offset at the capture
	draws uint64 // numbers that one replay takes
}

var graphClass = object.NewBuiltin("torch._C._CudaGraphBase")

func init() {
	def := func(sig string, fn object.GoFunc) { Functions = append(Functions, object.Def(sig, fn, "")) }
	def("_cuda_capturing(index, /)", onGPU(func(_ *state.Session, d device.Device, _ *object.Thread, _ []object.Value) (object.Value, error) {
		c, ok := d.(device.Capturer)
		return object.Bool(ok && c.Capturing()), nil
	}))
	def("_cuda_new_pool(index, /)", onGPU(func(s *state.Session, d device.Device, _ *object.Thread, _ []object.Value) (object.Value, error) {
		c, err := capturer(d)
		if err != nil {
			return object.Value{}, err
		}
		return object.Int(c.NewPool()), nil
	}))
	def("_cuda_capture(index, pool, /)", onGPU(beginCapture))
	graphOf := func(v object.Value) *graphObject { return v.Object().(*graphObject) }
	graphClass.Define(object.Spec{
		NoConstructor: true,
		Methods: []object.Method{
			{Sig: "end(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, graphOf(a[0]).end(state.Of(t))
			}},
			{Sig: "replay(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, graphOf(a[0]).replay(state.Of(t))
			}},
			{Sig: "pool(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Int(graphOf(a[0]).graph.Pool()), nil
			}},
			{Sig: "__len__(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Int(int64(graphOf(a[0]).graph.Len())), nil
			}},
			{Sig: "close(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				if g := graphOf(a[0]); g.graph != nil {
					g.graph.Close()
				}
				return object.None, nil
			}},
		},
	})
}

func capturer(d device.Device) (device.Capturer, error) {
	if c, ok := d.(device.Capturer); ok {
		return c, nil
	}
	return nil, object.Raise(object.RuntimeError, "%s cannot capture work into a graph here: run the program on a simulated GPU (--devices sim:1)", d.Info())
}

func beginCapture(s *state.Session, d device.Device, _ *object.Thread, a []object.Value) (object.Value, error) {
	c, err := capturer(d)
	if err != nil {
		return object.Value{}, err
	}
	if device.DefaultStream(d) == d.Stream() {
		return object.Value{}, object.Raise(object.RuntimeError, "CUDA graphs must be captured on a non-default stream. "+
			"(However, after capture, it's ok to replay them on the default stream.)")
	}
	pool, _ := object.AsInt(a[1])
	if err := c.BeginCapture(pool); err != nil {
		return object.Value{}, s.Raise(err)
	}
	gen := s.Tape.Generator(d)
	return object.Adopt(&graphObject{d: d, gen: gen, from: gen.Drawn()}, graphClass), nil
}

// End ends the capture. Nothing has been drawn in it yet: each replay draws.
func (g *graphObject) end(s *state.Session) (err error) {
	g.draws = g.gen.Drawn() - g.from
	g.gen.Rewind(g.from)
	g.graph, err = g.d.(device.Capturer).EndCapture()
	return s.Raised(err)
}

func (g *graphObject) replay(s *state.Session) error {
	now := g.gen.Drawn()
	if err := s.Tape.Replay(g.graph, int(now-g.from)); err != nil {
		return s.Raise(err)
	}
	g.gen.Rewind(now + g.draws)
	return nil
}
