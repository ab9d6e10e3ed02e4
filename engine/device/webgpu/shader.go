package webgpu

import (
	"fmt"
	"regexp"
	"strings"

	"gputour/engine/device"
)

// This file writes shaders: how operands are read and written, and where their elements lie. What a kernel computes the
// table says, in WGSL of a few words of its own:
//
//	x y z    the operands' elements, in the type that the kernel computes in
//	$0 #0    the launch's parameters F[0] and I[0]

// form is how a kernel goes about its work.
type form uint8

const (
	elements form = iota // a thread for each element
	moved                // likewise, of operands of one type whose values nobody looks at
	rowwise              // a workgroup for each row
	alone                // a thread for each row
	tiled                // a workgroup for each tile of a product
	stepping             // a thread for each element of a parameter
)

// key tells shaders apart: all that a shader's text is made from.
type key struct {
	op           device.Op
	form         form
	compute      device.DType
	count        uint8 // operands
	outs         uint8
	outer, inner uint8 // dimensions
	flags        uint8 // of the form
	args         [maxArgs]slot
}

// slot is an operand in a key: its type, and the number of its buffer.
type slot struct {
	dtype device.DType
	at    uint8
}

// constant stands for the buffer of an immediate.
const constant = 255

func (s slot) memory() bool { return s.at != constant }

// bytes reports operands whose elements are single bytes: four share a word.
func (s slot) bytes() bool { return s.dtype.Size() == 1 }

// text is a shader that is being written.
type text struct {
	key  *key
	at   layout
	body strings.Builder
}

func (t *text) line(format string, args ...any) { fmt.Fprintf(&t.body, format+"\n", args...) }

// wgslType is the type that elements have in a kernel that computes in a type.
func wgslType(d device.DType) string {
	switch d {
	case device.Float32:
		return "f32"
	case device.Bool:
		return "bool"
	}
	return "i32"
}

// source is the shader's text.
func (k *key) source() string {
	t := &text{key: k, at: layoutOf(k)}
	switch k.form {
	case elements:
		t.elements()
	case moved:
		t.moved()
	case rowwise, alone:
		t.rows()
	case tiled:
		t.tiles()
	case stepping:
		t.step()
	}
	body := t.body.String()
	return t.head() + library(body) + body
}

// head declares the bindings and how elements are read and written.
func (t *text) head() string {
	k := t.key
	var h strings.Builder
	fmt.Fprintf(&h, "@group(0) @binding(0) var<uniform> p: array<vec4<u32>, %d>;\n", (max(t.at.length, headWords)+3)/4)
	h.WriteString("fn u(i: u32) -> u32 { return p[i >> 2u][i & 3u]; }\nfn f(i: u32) -> f32 { return bitcast<f32>(u(i)); }\n")
	atomic := map[uint8]bool{} // several threads write a word of bytes
	buffers := uint8(0)
	for a, s := range k.args[:k.count] {
		if s.memory() {
			buffers = max(buffers, s.at+1)
			atomic[s.at] = atomic[s.at] || a < int(k.outs) && s.bytes()
		}
	}
	for b := range buffers {
		element := "u32"
		if atomic[b] {
			element = "atomic<u32>"
		}
		fmt.Fprintf(&h, "@group(0) @binding(%d) var<storage, read_write> b%d: array<%s>;\n", b+1, b, element)
	}
	for a, s := range k.args[:k.count] {
		if !s.memory() {
			continue
		}
		word := func(i string) string {
			if atomic[s.at] {
				return fmt.Sprintf("atomicLoad(&b%d[%s])", s.at, i)
			}
			return fmt.Sprintf("b%d[%s]", s.at, i)
		}
		raw := word("o")
		if s.bytes() {
			raw = "(" + word("o >> 2u") + " >> ((o & 3u) * 8u)) & 255u"
		}
		fmt.Fprintf(&h, "fn r%d(o: u32) -> u32 { return %s; }\n", a, raw)
		if a >= int(k.outs) {
			continue
		}
		if s.bytes() {
			fmt.Fprintf(&h, "fn w%d(o: u32, v: u32) { let s = (o & 3u) * 8u; atomicAnd(&b%d[o >> 2u], ~(255u << s)); atomicOr(&b%d[o >> 2u], v << s); }\n", a, s.at, s.at)
		} else {
			fmt.Fprintf(&h, "fn w%d(o: u32, v: u32) { b%d[o] = v; }\n", a, s.at)
		}
	}
	return h.String()
}

// read is an element of an operand in the type that the kernel computes in.
func (t *text) read(arg int, offset string) string { return t.readAs(arg, offset, t.key.compute) }

func (t *text) readAs(arg int, offset string, to device.DType) string {
	s := t.key.args[arg]
	if !s.memory() {
		switch word := fmt.Sprintf("u(%du)", t.at.args[arg]); to {
		case device.Float32:
			return "bitcast<f32>(" + word + ")"
		case device.Bool:
			return "(" + word + " != 0u)"
		default:
			return "bitcast<i32>(" + word + ")"
		}
	}
	return converted(fmt.Sprintf("r%d(%s)", arg, offset), s.dtype, to)
}

// converted is a word that holds an element of a type, in the type that a kernel computes in.
func converted(word string, from, to device.DType) string {
	value := word // of bytes, a number from 0
	switch from {
	case device.Float32:
		value = "bitcast<f32>(" + word + ")"
	case device.Int32:
		value = "bitcast<i32>(" + word + ")"
	}
	switch {
	case to == device.Bool && from == device.Float32:
		return "((" + word + " & 0x7fffffffu) != 0u)" // a zero may have a sign
	case to == device.Bool:
		return "(" + word + " != 0u)"
	case from == to:
		return value
	case to == device.Float32:
		return "f32(" + value + ")"
	case from == device.Float32:
		return "whole(" + value + ")"
	}
	return "i32(" + value + ")"
}

// write stores a value, which is of type has, in an operand.
func (t *text) write(arg int, offset, value string, has device.DType) string {
	to := t.key.args[arg].dtype
	switch {
	case to == device.Int64: // of a count or a position, which is not negative
		return fmt.Sprintf("w%d(%s * 2u, u32(%s)); w%d(%s * 2u + 1u, 0u);", arg, offset, value, arg, offset)
	case to == device.Bool && has == device.Bool:
		value = "select(0u, 1u, " + value + ")"
	case to == device.Bool && has == device.Float32:
		value = "select(0u, 1u, truth(" + value + "))"
	case to == device.Bool:
		value = "select(0u, 1u, " + value + " != 0)"
	case has == device.Bool && to == device.Float32:
		value = "bitcast<u32>(select(0.0, 1.0, " + value + "))"
	case has == device.Bool:
		value = "select(0u, 1u, " + value + ")"
	case has == to:
		value = "bitcast<u32>(" + value + ")"
	case to == device.Float32:
		value = "bitcast<u32>(f32(" + value + "))"
	default:
		value = "bitcast<u32>(whole(" + value + "))"
	}
	return fmt.Sprintf("w%d(%s, %s);", arg, offset, value)
}

// offsets finds where the operands' parts of row number `row` begin: o0, o1 and so on.
func (t *text) offsets(row string) {
	k := t.key
	t.line("  var q = %s;", row)
	for a := range k.args[:k.count] {
		if k.args[a].memory() {
			t.line("  var o%d = u(%du);", a, t.at.args[a])
		}
	}
	for d := int(k.outer) - 1; d >= 0; d-- {
		size := fmt.Sprintf("u(%du)", t.at.shape+d)
		if d > 0 {
			t.line("  { let c = q %% %s; q = q / %s;", size, size)
		} else {
			t.line("  { let c = q;")
		}
		for a := range k.args[:k.count] {
			if k.args[a].memory() {
				t.line("    o%d += c * u(%du);", a, t.at.args[a]+1+d)
			}
		}
		t.line("  }")
	}
}

// inner declares how far the elements of a row lie from its beginning: i0(j), i1(j) and so on.
func (t *text) inner() {
	k := t.key
	for a := range k.args[:k.count] {
		if !k.args[a].memory() {
			continue
		}
		t.line("fn i%d(j: u32) -> u32 {\n  var q = j;\n  var o = 0u;", a)
		for d := int(k.inner) - 1; d >= 0; d-- {
			step := t.at.args[a] + 1 + int(k.outer) + d
			if size := fmt.Sprintf("u(%du)", t.at.shape+int(k.outer)+d); d > 0 {
				t.line("  o += (q %% %s) * u(%du);\n  q = q / %s;", size, step, size)
			} else {
				t.line("  o += q * u(%du);", step)
			}
		}
		t.line("  return o;\n}")
	}
}

// thread begins a kernel of one thread for each row, and leaves its number in row.
func (t *text) thread() {
	t.line("@compute @workgroup_size(%d)\nfn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) l: u32) {", workgroup)
	t.line("  let row = (group.y * u(%du) + group.x) * %du + l;\n  if (row >= u(%du)) { return; }", wordWide, workgroup, wordCount)
}

var parameter = regexp.MustCompile(`[$#]\d`)

// filled is WGSL of the table with the launch's parameters in their places.
func (t *text) filled(code string) string {
	return parameter.ReplaceAllStringFunc(code, func(p string) string {
		if n := int(p[1] - '0'); p[0] == '$' {
			return fmt.Sprintf("f(%du)", t.at.f+n)
		} else {
			return fmt.Sprintf("bitcast<i32>(u(%du))", t.at.i+n)
		}
	})
}
