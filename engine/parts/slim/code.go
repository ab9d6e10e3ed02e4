package main

import (
	"encoding/binary"
	"errors"
)

// Operation codes of WebAssembly, those that Go's compiler makes.
const (
	opUnreachable, opNop, opBlock, opLoop, opIf    = 0x00, 0x01, 0x02, 0x03, 0x04
	opElse, opEnd, opBr, opBrIf, opBrTable         = 0x05, 0x0b, 0x0c, 0x0d, 0x0e
	opReturn, opCall, opCallIndirect               = 0x0f, 0x10, 0x11
	opDrop, opSelect                               = 0x1a, 0x1b
	opLocalGet, opLocalSet, opLocalTee             = 0x20, 0x21, 0x22
	opGlobalSet                                    = 0x24
	opFirstLoad, opLastStore, opMemoryGrow         = 0x28, 0x3e, 0x40
	opI32Const, opI64Const, opF32Const, opF64Const = 0x41, 0x42, 0x43, 0x44
	opI32Eqz, opI64Eqz                             = 0x45, 0x50
	opI64Eq, opI64Ne, opI64LtS, opI64LtU           = 0x51, 0x52, 0x53, 0x54
	opI64GtS, opI64GtU, opI64LeS, opI64LeU         = 0x55, 0x56, 0x57, 0x58
	opI64GeS, opI64GeU                             = 0x59, 0x5a
	opI32Add, opI32WrapI64                         = 0x6a, 0xa7
	opFirstPlain, opLastPlain, opMore              = 0x45, 0xc4, 0xfc
	moreFirstMemory, moreCopy, moreFill            = 8, 10, 11
	noResult                                       = 0x40
)

var errCode = errors.New("its code has an instruction that Go 1.26 does not make")

// reader reads the instructions of a function.
type reader struct {
	code []byte
	at   int
	bad  bool // the code has ended early or is not known
}

func (r *reader) byte() byte {
	if r.at >= len(r.code) {
		r.bad = true
		return opUnreachable
	}
	r.at++
	return r.code[r.at-1]
}

func (r *reader) number() int {
	v, n := binary.Uvarint(r.code[min(r.at, len(r.code)):])
	if n <= 0 {
		r.bad = true
		n = 1
	}
	r.at += n
	return int(v)
}

// numbers reads a list with one more number than it says.
func (r *reader) numbers() (list []int) {
	for n := r.number(); n >= 0 && !r.bad; n-- {
		list = append(list, r.number())
	}
	return list
}

// constant reads a signed number.
func (r *reader) constant() int64 {
	var v int64
	for shift := 0; shift < 70; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.bad = true
	return 0
}

// skip reads what follows an operation code.
func (r *reader) skip(op byte) {
	switch {
	case op == opBlock || op == opLoop || op == opIf || op == opI32Const || op == opI64Const:
		r.constant()
	case op == opBr || op == opBrIf || op == opCall || op >= opLocalGet && op <= opGlobalSet:
		r.number()
	case op == opBrTable:
		r.numbers()
	case op == opCallIndirect || op >= opFirstLoad && op <= opLastStore:
		r.number()
		r.number()
	case op > opLastStore && op <= opMemoryGrow:
		r.at++
	case op == opF32Const:
		r.at += 4
	case op == opF64Const:
		r.at += 8
	case op == opMore:
		switch more := r.number(); {
		case more == moreCopy:
			r.at += 2
		case more == moreFill:
			r.at++
		case more >= moreFirstMemory:
			r.bad = true
		}
	case op >= opFirstPlain && op <= opLastPlain:
	case op == opUnreachable || op == opNop || op == opElse || op == opEnd || op == opReturn || op == opDrop || op == opSelect:
	default:
		r.bad = true
	}
}

// mapFunctions rewrites each function of a code section.
func mapFunctions(content []byte, rewrite func(body []byte) ([]byte, error)) ([]byte, error) {
	count, n := binary.Uvarint(content)
	if n <= 0 {
		return nil, errModule
	}
	out := binary.AppendUvarint(make([]byte, 0, len(content)), count)
	rest := content[n:]
	for range count {
		size, n := binary.Uvarint(rest)
		if n <= 0 || uint64(len(rest)-n) < size {
			return nil, errModule
		}
		body, err := rewrite(rest[n : n+int(size)])
		if err != nil {
			return nil, err
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
		rest = rest[n+int(size):]
	}
	return out, nil
}
