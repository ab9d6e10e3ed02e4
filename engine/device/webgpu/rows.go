package webgpu

import (
	"fmt"
	"regexp"
	"strings"

	"gputour/engine/device"
)

// This file has the kernels that work along rows: reductions, softmax and its gradients, normalisation. A workgroup takes a
// row, or a thread does where rows are many and short. Their WGSL has these words beside the table's:
//
//	each { … }     for the row's elements, by all threads of the workgroup
//	@1             that element of operand 1
//	sum(v) top(v)  joins what the threads have; every thread gets it
//	first { … }    by one thread

const (
	variance = `
  var a = 0.0;
  each { a += @1; }
  let mean = sum(a) / f32(n);
  a = 0.0;
  each { let x = @1 - mean; a += x * x; }
  a = sum(a);
  first { put0(a / (f32(n) - $0)) }`
	logSum = `
  var a = bitcast<f32>(lowest);
  each { a = high(a, @1); }
  let most = top(a);
  let base = select(most, 0.0, (bitcast<u32>(most) & 0x7fffffffu) == 0x7f800000u);
  a = 0.0;
  each { a += exponential(@1 - base); }
  a = sum(a);
  first { put0(logarithm(a) + base) }`
	softmax = `
  var a = bitcast<f32>(lowest);
  each { a = high(a, @1); }
  let most = top(a);
  a = 0.0;
  each { a += exponential(@1 - most); }
  let whole = sum(a);
  each { put0(exponential(@1 - most) / whole) }`
	logSoftmax = `
  var a = bitcast<f32>(lowest);
  each { a = high(a, @1); }
  let most = top(a);
  a = 0.0;
  each { a += exponential(@1 - most); }
  let whole = logarithm(sum(a));
  each { put0((@1 - most) - whole) }`
	softmaxGrad = `
  var a = 0.0;
  each { a += @1 * @2; }
  let dot = sum(a);
  each { put0((@1 - dot) * @2) }`
	logSoftmaxGrad = `
  var a = 0.0;
  each { a += @1; }
  let whole = sum(a);
  each { put0(@1 - exponential(@2) * whole) }`
	layerNorm = `
  var a = 0.0;
  each { a += @3; }
  let mean = sum(a) / f32(n);
  a = 0.0;
  each { let x = @3 - mean; a += x * x; }
  let rstd = 1.0 / sqrt(sum(a) / f32(n) + $0);
  each { put0((@3 - mean) * rstd * @4 + @5) }
  first { put1(mean) put2(rstd) }`
	layerNormGrad = `
  var a = 0.0;
  var b = 0.0;
  each { let w = @1 * @5; a += w; b += w * (@2 - @3) * @4; }
  let one = sum(a) / f32(n);
  let two = sum(b) / f32(n);
  each { put0(@4 * (@1 * @5 - one - (@2 - @3) * @4 * two)) }`
	// extreme is argmax and its like: of equal elements the first, and NaN before all.
	extreme = `
  var best = best_t();
  var at = 0xffffffffu;
  each { let x = @X; if (at == 0xffffffffu || beats(x, best)) { best = x; at = j; } }
  join(l, &best, &at);
  first { PUT }`
)

// planFold reduces rows; few and long ones in two goes.
func planFold(d *Device, l *device.Launch) ([]work, []device.Buffer, bool) {
	f, in := rows[l.Op].fold, &l.Args[1]
	compute := l.Compute
	if compute == device.NoDType {
		compute = in.DType
	}
	if l.Op == device.OpSum && in.DType == device.Bool && compute == device.Int64 {
		f = counting
	}
	switch out := l.Args[0].DType; {
	case f.of == device.Bool: // any type is true or not
		compute = device.Bool
		if !readable.Has(in.DType) || out != device.Bool && out != device.Int64 {
			return nil, nil, false
		}
	case compute != device.Float32 || !fits(l.Args, 1) || out != device.Float32, l.Op == device.OpNorm && (len(l.F) == 0 || l.F[0] != 2):
		return nil, nil, false
	}
	if in.Numel() == 0 || in.Buffer == nil {
		return nil, nil, false
	}
	keep := len(in.Shape) - l.I[0]
	outer, inner := walkOf(l.Args, 1, 0, keep), walkOf(l.Args, 1, keep, len(in.Shape))
	parts := cut(product(outer.shape), inner.shape)
	if f.of == device.Bool || l.Op == device.OpNorm || parts == 1 {
		w, ok := row1(l, compute, l.Args, &outer, &inner)
		return []work{w}, nil, ok
	}
	// The rows are cut into parts, whose results are reduced again.
	scratch := make([]device.Buffer, 1)
	count := product(outer.shape)
	if !d.heap.Scratch(&scratch[0], count*parts*4, 0) {
		return nil, scratch, false
	}
	between := device.Operand{DType: device.Float32, Buffer: &scratch[0], Shape: append(append([]int(nil), outer.shape...), parts)}
	between.Strides = dense(between.Shape)
	cutIn := *in
	cutIn.Shape = append(append([]int(nil), between.Shape...), inner.shape[0]/parts)
	cutIn.Strides = append(append([]int(nil), outer.strides[1]...), inner.strides[1][0]*inner.shape[0]/parts, inner.strides[1][0])
	first := []device.Operand{between, cutIn}
	k := len(between.Shape)
	o1, i1 := walkOf(first, 1, 0, k), walkOf(first, 1, k, k+1)
	a, ok := row1(l, compute, first, &o1, &i1)
	end := l.Args[0]
	end.Shape, end.Strides = outer.shape, outer.strides[0]
	second := []device.Operand{end, between}
	o2, i2 := walkOf(second, 1, 0, k-1), walkOf(second, 1, k-1, k)
	b, ok2 := row1(l, compute, second, &o2, &i2)
	return []work{a, b}, scratch, ok && ok2
}

// cut is into how many parts few and long rows go, so that many workgroups share the work.
func cut(rows int, inner []int) int {
	if len(inner) != 1 || rows > 64 || inner[0] < 1<<14 {
		return 1
	}
	for parts := 256; parts >= 8; parts-- {
		if inner[0]%parts == 0 {
			return parts
		}
	}
	return 1
}

func dense(shape []int) []int {
	strides := make([]int, len(shape))
	for d, n := len(shape)-1, 1; d >= 0; d-- {
		strides[d], n = n, n*shape[d]
	}
	return strides
}

// shortRow is up to how many elements a row is one thread's, where there are as many rows as threads.
const shortRow = 64

// row1 is a kernel over rows.
func row1(l *device.Launch, compute device.DType, args []device.Operand, outer, inner *walk) (w work, ok bool) {
	w.key = key{op: l.Op, form: rowwise, compute: compute, outs: uint8(l.Outs), outer: uint8(len(outer.shape)), inner: uint8(len(inner.shape))}
	if !w.bind(args) || len(outer.shape)+len(inner.shape) > maxDims || len(l.F) > mostF {
		return w, false
	}
	count, n := product(outer.shape), product(inner.shape)
	groups := count
	if n <= shortRow && count >= workgroup {
		w.key.form, groups = alone, (count+workgroup-1)/workgroup
	}
	w.params = params(&w.key, l, args, outer, inner)
	w.grid(groups)
	w.cost = float64(count) * float64(n) * 10
	return w, true
}

// planRows has a kernel of its own for each op.
func planRows(_ *Device, l *device.Launch) ([]work, []device.Buffer, bool) {
	args := append([]device.Operand(nil), l.Args...)
	last := &args[len(args)-1]
	lead, keep := len(args)-1, len(last.Shape)-1
	compute := device.Float32
	positions := false
	switch l.Op.Family() {
	case device.Reduce:
		if keep = len(last.Shape) - l.I[0]; l.Op >= device.OpArgmax {
			positions = true
			compute = last.DType
			if compute != device.Int32 && compute != device.Float32 || args[l.Outs-1].DType != device.Int64 {
				return nil, nil, false
			}
		}
	case device.Softmax:
		keep = max(keep, 0)
	case device.Norm:
		lead, keep = normArgs(l.Op, args)
	}
	for i := range args {
		o := &args[i]
		if o.DType != compute && !(positions && i == l.Outs-1) && (o.Buffer != nil || !constants.Has(o.DType)) {
			return nil, nil, false
		}
	}
	if args[lead].Numel() == 0 || args[lead].Buffer == nil {
		return nil, nil, false
	}
	outer, inner := walkOf(args, lead, 0, keep), walkOf(args, lead, keep, len(args[lead].Shape))
	w, ok := row1(l, compute, args, &outer, &inner)
	return []work{w}, nil, ok
}

// normArgs gives the operands of a normalisation two dimensions: rows, and elements of a row.
func normArgs(op device.Op, args []device.Operand) (lead, keep int) {
	perRow, perElement := []int{1, 2}, []int{4, 5}
	if lead = 3; op == device.OpLayerNormGrad {
		lead, perRow, perElement = 2, []int{3, 4}, []int{5}
	}
	n := args[lead].Shape[0]
	for _, a := range perRow {
		args[a].Shape, args[a].Strides = []int{n}, []int{1}
	}
	for _, a := range perElement {
		args[a].Shape, args[a].Strides = args[lead].Shape, []int{0, 1}
	}
	return lead, 1
}

var (
	eachLoop = regexp.MustCompile(`each \{`)
	firstOne = regexp.MustCompile(`first \{`)
	element  = regexp.MustCompile(`@(\d)`)
	putting  = regexp.MustCompile(`put(\d)\(`)
)

// rows writes a kernel over rows.
func (t *text) rows() {
	k := t.key
	t.inner()
	r := &rows[k.op]
	code := r.rowwise
	has := k.compute
	switch {
	case r.fold != nil:
		f := r.fold
		if k.op == device.OpSum && k.compute == device.Bool {
			f = counting
		}
		if f.has != device.NoDType {
			has = f.has
		}
		t.join("fold", wgslType(has), f.merge)
		code = "\n  var a: " + wgslType(has) + " = " + f.start + ";\n  each { let x = @1; a = " + f.step + "; }\n  a = fold(l, a);\n  first { put0(" + f.to + ") }"
	case strings.Contains(code, "best"):
		code = t.extremes(code)
	default:
		if strings.Contains(code, "top(") {
			t.join("topmost", "f32", "high(a, b)")
		}
		t.join("summed", "f32", "a + b")
		code = strings.NewReplacer("sum(", "summed(l, ", "top(", "topmost(l, ").Replace(code)
	}
	threads := "1u"
	if k.form == alone {
		t.thread()
		code = strings.NewReplacer("(l, ", "(0u, ").Replace(code)
	} else {
		threads = fmt.Sprintf("%du", workgroup)
		t.line("@compute @workgroup_size(%d)\nfn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {", workgroup)
		t.line("  let row = group.y * u(%du) + group.x;\n  if (row >= u(%du)) { return; }", wordWide, wordCount)
	}
	t.offsets("row")
	begin, lone := "l", "if (l == 0u) {"
	if k.form == alone {
		begin, lone = "0u", "{"
	}
	t.line("  let n = u(%du);", wordInner)
	code = eachLoop.ReplaceAllString(code, fmt.Sprintf("for (var j = %s; j < n; j += %s) {", begin, threads))
	code = firstOne.ReplaceAllString(code, lone)
	code = element.ReplaceAllStringFunc(code, func(m string) string {
		a := int(m[1] - '0')
		return t.read(a, fmt.Sprintf("o%d + i%d(j)", a, a))
	})
	t.line("%s\n}", t.puts(t.filled(code), has))
}

// puts writes out what puts a value into an output: at its element j inside a loop, where the output has rows.
func (t *text) puts(code string, has device.DType) string {
	for {
		at := putting.FindStringSubmatchIndex(code)
		if at == nil {
			return code
		}
		arg := int(code[at[2]] - '0')
		end, depth := at[1], 1
		for ; depth > 0; end++ {
			switch code[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		offset := fmt.Sprintf("o%d", arg)
		if line := code[strings.LastIndexByte(code[:at[0]], '\n')+1 : at[0]]; strings.Contains(line, "for (") {
			offset += fmt.Sprintf(" + i%d(j)", arg)
		}
		code = code[:at[0]] + t.write(arg, "("+offset+")", "("+code[at[1]:end-1]+")", has) + code[end:]
	}
}

// join declares a function by which the threads of a workgroup make one value of theirs.
func (t *text) join(name, typ, merge string) {
	if t.key.form == alone {
		t.line("fn %s(l: u32, v: %s) -> %s { return v; }", name, typ, typ)
		return
	}
	t.line("var<workgroup> s_%s: array<%s, %d>;", name, typ, workgroup)
	t.line("fn %s_merge(a: %s, b: %s) -> %s { return %s; }", name, typ, typ, typ, merge)
	t.line(`fn %[1]s(l: u32, v: %[2]s) -> %[2]s {
  s_%[1]s[l] = v;
  workgroupBarrier();
  for (var k = %[3]du; k > 0u; k = k >> 1u) {
    if (l < k) { s_%[1]s[l] = %[1]s_merge(s_%[1]s[l], s_%[1]s[l + k]); }
    workgroupBarrier();
  }
  let r = s_%[1]s[0];
  workgroupBarrier();
  return r;
}`, name, typ, workgroup/2)
}

// extremes fills in what argmax and its like have in common.
func (t *text) extremes(code string) string {
	k := t.key
	typ, odd := wgslType(k.compute), "(odd(x) && !odd(y)) || (!odd(y) && "
	if k.compute == device.Int32 {
		odd = "("
	}
	sign := ">"
	if k.op == device.OpArgmin || k.op == device.OpMinDim {
		sign = "<"
	}
	t.line("fn best_t() -> %s { return %s(0); }", typ, typ)
	t.line("fn beats(x: %s, y: %s) -> bool { return %sx %s y); }", typ, typ, odd, sign)
	if k.form == alone {
		t.line("fn join(l: u32, best: ptr<function, %s>, at: ptr<function, u32>) {}", typ)
	} else {
		t.line("var<workgroup> s: array<%s, %d>;\nvar<workgroup> places: array<u32, %d>;", typ, workgroup, workgroup)
		t.line(`fn better(a: u32, b: u32) -> bool {
  if (places[b] == 0xffffffffu) { return true; }
  if (places[a] == 0xffffffffu) { return false; }
  return beats(s[a], s[b]) || (!beats(s[b], s[a]) && places[a] < places[b]);
}
fn join(l: u32, best: ptr<function, %s>, at: ptr<function, u32>) {
  s[l] = *best;
  places[l] = *at;
  workgroupBarrier();
  for (var k = %du; k > 0u; k = k >> 1u) {
    if (l < k) { if (better(l + k, l)) { s[l] = s[l + k]; places[l] = places[l + k]; } }
    workgroupBarrier();
  }
  *best = s[0];
  *at = places[0];
}`, typ, workgroup/2)
	}
	put := "put0(at)"
	if k.outs == 2 {
		put = "put0(best) put1(at)"
	}
	return strings.NewReplacer("@X", fmt.Sprintf("@%d", k.outs), "PUT", put).Replace(code)
}
