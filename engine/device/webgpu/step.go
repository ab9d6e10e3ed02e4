package webgpu

import (
	"math"

	"gputour/engine/device"
)

// This file has the optimisers' steps: a command for each parameter, in which a thread computes what the single operations
// of torch.optim would.

// sgdStep and adamStep change a parameter's element p, its states (SGD's buffer m; Adam's m and v) by its gradient g.
const (
	sgdStep = `
  if (maximize) { g = -g; }
  g += decay * p;
  if (momentum != 0.0) {
    if (first) { m = g; } else { m = momentum * m + (1.0 - dampening) * g; }
    if (nesterov) { g += momentum * m; } else { g = m; }
  }
  p -= lr * g;`
	adamStep = `
  if (maximize) { g = -g; }
  if (decoupled) { p *= keep; } else { g += decay * p; }
  m = beta1 * m + rest1 * g;
  v = beta2 * v + rest2 * g * g;
  p -= size * m / (sqrt(v) / correction + eps);`
)

// stepWords names the parameters of a step, in order: floats, then flags.
var stepWords = map[device.Op][2][]string{
	device.OpStepSGD:  {{"lr", "momentum", "dampening", "decay"}, {"nesterov", "maximize", "first"}},
	device.OpStepAdam: {{"size", "beta1", "rest1", "beta2", "rest2", "correction", "eps", "decay", "keep"}, {"decoupled", "maximize"}},
}

func planStep(_ *Device, l *device.Launch) (list []work, _ []device.Buffer, ok bool) {
	n := l.I[0]
	if n == 0 {
		return nil, nil, true
	}
	f := l.F
	if l.Op == device.OpStepAdam {
		f = []float64{f[0], f[1], 1 - f[1], f[2], 1 - f[2], f[3], f[4], f[5], 1 - f[6]*f[5]}
	}
	kinds := len(l.Args) / n
	for k := range n {
		size := l.Args[k].Numel()
		if size == 0 {
			continue
		}
		var args []device.Operand
		for kind := range kinds {
			args = append(args, l.Args[kind*n+k])
			if args[kind].DType != device.Float32 {
				return nil, nil, false
			}
		}
		w := work{key: key{op: l.Op, form: stepping, compute: device.Float32, outs: uint8(kinds - 1)}, cost: float64(size) * 10}
		w.bind(args)
		w.params = make([]uint32, headWords)
		w.params[wordCount] = uint32(size)
		for _, o := range args {
			w.params = append(w.params, uint32(o.Offset))
		}
		for _, v := range f {
			w.params = append(w.params, math.Float32bits(float32(v)))
		}
		for _, v := range l.I[1:] {
			w.params = append(w.params, uint32(v))
		}
		w.grid((size + workgroup - 1) / workgroup)
		list = append(list, w)
	}
	return list, nil, true
}

func (t *text) step() {
	k := t.key
	words, at := stepWords[k.op], headWords
	t.thread()
	names := []string{"p", "m", "v"}[:k.outs]
	if names = append(names, "g"); k.op == device.OpStepSGD && k.outs == 1 {
		t.line("  var m = 0.0;")
	}
	for a, name := range names {
		t.line("  let o%d = u(%du) + row;\n  var %s = bitcast<f32>(r%d(o%d));", a, at, name, a, a)
		at++
	}
	for _, name := range words[0] {
		t.line("  let %s = f(%du);", name, at)
		at++
	}
	for _, name := range words[1] {
		t.line("  let %s = u(%du) == 1u;", name, at)
		at++
	}
	t.at.length = at
	code := sgdStep
	if k.op == device.OpStepAdam {
		code = adamStep
	}
	t.line("%s", code)
	for a, name := range names[:k.outs] {
		t.line("  w%d(o%d, bitcast<u32>(%s));", a, a, name)
	}
	t.line("}")
}
