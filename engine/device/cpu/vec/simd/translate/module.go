package main

import "math"

// encoding is a piece of a WebAssembly module.
type encoding []byte

func (e *encoding) raw(b ...byte) { *e = append(*e, b...) }

func (e *encoding) unsigned(v uint64) {
	for v >= 0x80 {
		e.raw(byte(v) | 0x80)
		v >>= 7
	}
	e.raw(byte(v))
}

func (e *encoding) signed(v int64) {
	for v < -64 || v > 63 {
		e.raw(byte(v)&0x7f | 0x80)
		v >>= 7
	}
	e.raw(byte(v) & 0x7f)
}

func (e *encoding) name(s string) {
	e.unsigned(uint64(len(s)))
	e.raw([]byte(s)...)
}

// sized appends a piece after its length.
func (e *encoding) sized(piece encoding) {
	e.unsigned(uint64(len(piece)))
	e.raw(piece...)
}

// Instructions.

func (e *encoding) simd(op uint32)      { e.raw(0xfd); e.unsigned(uint64(op)) }
func (e *encoding) get(local int)       { e.raw(0x20); e.unsigned(uint64(local)) }
func (e *encoding) set(local int)       { e.raw(0x21); e.unsigned(uint64(local)) }
func (e *encoding) int32(v int32)       { e.raw(0x41); e.signed(int64(v)) }
func (e *encoding) int64(v int64)       { e.raw(0x42); e.signed(v) }
func (e *encoding) call(function int)   { e.raw(0x10); e.unsigned(uint64(function)) }
func (e *encoding) access(offset int64) { e.raw(0); e.unsigned(uint64(offset)) }

// shuffle takes elements of two vectors by their numbers.
func (e *encoding) shuffle(elements ...byte) {
	e.simd(i8x16Shuffle)
	size := byte(16 / len(elements))
	for _, n := range elements {
		for i := range size {
			e.raw(n*size + i)
		}
	}
}

// each is a vector of one 32-bit pattern.
func each(v uint32) (pattern [16]byte) {
	for i := range pattern {
		pattern[i] = byte(v >> (8 * (i % 4)))
	}
	return pattern
}

// each64 is a vector of one float64.
func each64(v float64) (pattern [16]byte) {
	for i := range pattern {
		pattern[i] = byte(math.Float64bits(v) >> (8 * (i % 8)))
	}
	return pattern
}

// Types of values and sections of a module.
const (
	typeI32, typeI64, typeV128 = 0x7f, 0x7e, 0x7b

	typeSection, importSection, functionSection, tableSection = 1, 2, 3, 4
	exportSection, elementSection, codeSection                = 7, 9, 10
)

// routine is a function of the module: its type's number and its body.
type routine struct {
	kind int
	body encoding
}

// helpers are the routines before the kernels, in this order.
const (
	helperLoad32 = iota // (address, mask) → the elements where the mask is set, else 0
	helperLoad64
	helperStore32 // (address, mask, value)
	helperStore64
	helperFMA // (a, b, c) → a·b + c of float32 with, nearly always, one rounding
	numHelpers
)

// Types of functions: those of the helpers, then those of kernels by their parameters.
const (
	kindLoad = iota
	kindStore
	kindFMA
	numKinds
)

const maxParams = 9 // the kernel's number, and eight

// link makes a module of kernels, which are called by their number: runN(number, …) calls
// one that has N parameters.
func link(kernels []*routine, params map[int]bool) []byte {
	all := append(helpers(), kernels...)
	module := encoding{0, 'a', 's', 'm', 1, 0, 0, 0}
	section := func(id byte, count int, piece encoding) {
		var whole encoding
		whole.unsigned(uint64(count))
		whole.raw(piece...)
		module.raw(id)
		module.sized(whole)
	}
	var types encoding
	for _, t := range [numKinds][2][]byte{
		kindLoad:  {{typeI32, typeV128}, {typeV128}},
		kindStore: {{typeI32, typeV128, typeV128}, nil},
		kindFMA:   {{typeV128, typeV128, typeV128}, {typeV128}},
	} {
		types.raw(0x60)
		types.sized(t[0])
		types.sized(t[1])
	}
	for n := range maxParams + 1 {
		types.raw(0x60)
		list := make(encoding, n)
		for i := range list {
			list[i] = typeI32
		}
		types.sized(list)
		types.sized(nil)
	}
	section(typeSection, numKinds+maxParams+1, types)

	var imports encoding
	imports.name("go")
	imports.name("mem")
	imports.raw(2, 0, 0) // a memory of any size
	section(importSection, 1, imports)

	var exports encoding
	count := 0
	for n := range maxParams {
		if !params[n] {
			continue
		}
		var body encoding
		for i := range n {
			body.get(i + 1)
		}
		body.get(0)
		body.raw(0x11)
		body.unsigned(uint64(numKinds + n))
		body.raw(0, 0x0b)
		exports.name("run" + string(rune('0'+n)))
		exports.raw(0)
		exports.unsigned(uint64(len(all)))
		count++
		all = append(all, &routine{kind: numKinds + n + 1, body: append(encoding{0}, body...)})
	}
	var functions, codes, elements encoding
	for _, r := range all {
		functions.unsigned(uint64(r.kind))
		codes.sized(r.body)
	}
	section(functionSection, len(all), functions)
	var table encoding
	table.raw(0x70, 0)
	table.unsigned(uint64(len(kernels)))
	section(tableSection, 1, table)
	section(exportSection, count, exports)
	elements.raw(0)
	elements.int32(0)
	elements.raw(0x0b)
	elements.unsigned(uint64(len(kernels)))
	for i := range kernels {
		elements.unsigned(uint64(numHelpers + i))
	}
	section(elementSection, 1, elements)
	section(codeSection, len(all), codes)
	return module
}

func helpers() []*routine {
	masked := func(lanes int, store bool) encoding {
		body := encoding{0} // no locals
		result := 1         // where the value gathers: the mask is read before it is written
		if !store {
			body = encoding{1, 1, typeV128}
			result = 2
		}
		for lane := range lanes {
			body.get(1)
			body.simd(i32x4Extract)
			body.raw(byte(lane * 4 / lanes))
			body.raw(0x04, 0x40) // if
			body.get(0)
			op := map[[2]bool]uint32{{false, false}: load32Lane, {true, false}: load64Lane, {false, true}: store32Lane, {true, true}: store64Lane}[[2]bool{lanes == 2, store}]
			body.get(2)
			body.simd(op)
			body.access(int64(lane * 16 / lanes))
			body.raw(byte(lane))
			if !store {
				body.set(result)
			}
			body.raw(0x0b)
		}
		if !store {
			body.get(result)
		}
		body.raw(0x0b)
		return body
	}
	fma := encoding{0}
	half := func(high bool) {
		for local := range 3 {
			fma.get(local)
			if high {
				fma.get(local)
				fma.shuffle(1, 3)
			}
			fma.simd(f64x2Promote)
			if local == 1 {
				fma.simd(f64x2Mul)
			}
		}
		fma.simd(f64x2Add)
		fma.simd(f32x4Demote)
	}
	half(false)
	half(true)
	fma.shuffle(0, 2)
	fma.raw(0x0b)

	return []*routine{
		helperLoad32: {kindLoad, masked(4, false)}, helperLoad64: {kindLoad, masked(2, false)},
		helperStore32: {kindStore, masked(4, true)}, helperStore64: {kindStore, masked(2, true)},
		helperFMA: {kindFMA, fma},
	}
}
