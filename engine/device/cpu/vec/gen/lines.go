//go:build avo

// This file defines the kernels that move the lines of an image.

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func imageLines() {
	for _, l := range []lanes{{32, 4}, {64, 4}} {
		l.lines("copyLines", func(_ Mem, v vec) vec { return v })
		l.lines("addLines", func(dst Mem, v vec) vec { return l.add(v, dst) })
	}
}

// lines emits a kernel that combines lines of width elements at src into those at dst;
// steps between lines are in bytes.
func (l lanes) lines(name string, combine func(dst Mem, v vec) vec) {
	TEXT(name+l.suffix(), NOSPLIT, "func(dst, src *byte, dstStep, srcStep, width, lines int)")
	Pragma("noescape")
	dst, src := Load(Param("dst"), GP64()).(GPVirtual), Load(Param("src"), GP64()).(GPVirtual)
	dstStep, srcStep := Load(Param("dstStep"), GP64()).(GPVirtual), Load(Param("srcStep"), GP64()).(GPVirtual)
	width, lines := Load(Param("width"), GP64()).(GPVirtual), Load(Param("lines"), GP64()).(GPVirtual)
	rest := GP64()
	MOVQ(width, rest)
	ANDQ(U8(l.count()-1), rest)
	tail := l.tailMask(rest)
	to, from, n := GP64(), GP64(), GP64()
	Label("line")
	MOVQ(dst, to)
	MOVQ(src, from)
	MOVQ(width, n)
	Label("vector")
	CMPQ(n, U8(l.count()))
	JL(LabelRef("tail"))
	l.save(combine(Mem{Base: to}, l.copy(Mem{Base: from})), Mem{Base: to}, nil)
	ADDQ(U8(l.bytes), to)
	ADDQ(U8(l.bytes), from)
	SUBQ(U8(l.count()), n)
	JMP(LabelRef("vector"))
	Label("tail")
	TESTQ(rest, rest)
	JZ(LabelRef("next"))
	l.maskedLine(to, from, tail, name == "addLines")
	Label("next")
	ADDQ(dstStep, dst)
	ADDQ(srcStep, src)
	DECQ(lines)
	JNZ(LabelRef("line"))
	VZEROUPPER()
	RET()
	l.fills("lines."+name, name)
}

func (l lanes) maskedLine(to, from GPVirtual, tail *tailMask, add bool) {
	v := l.loadTail(Mem{Base: from}, tail, 4)
	if add {
		v = l.add(v, l.loadTail(Mem{Base: to}, tail, 4))
	}
	l.save(v, Mem{Base: to}, tail)
}
