package main

import (
	"bytes"
	"encoding/binary"
)

// The table of functions (runtime.pclntab) has what a program needs to run, collect garbage
// and recover, and what it needs to print where it was: names, files and lines. These are a
// tenth of a compressed program.

// Layout of a pcHeader, after its magic number, and of a _func; see Go's runtime/symtab.go
// and runtime/runtime2.go.
var pclntabMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

const (
	headerFuncs, headerNames, headerCU, headerTab, headerFuncTab = 8, 32, 40, 56, 64

	funcName, funcSP, funcFile, funcLine, funcCount, funcUnit, funcStart, funcID, funcDataCount, funcSize = 4, 16, 20, 24, 28, 32, 36, 40, 43, 44

	inlineTree = 2  // number of the pcdata that say which inlined function stands where
	wrapper    = 22 // funcID of methods' wrappers, whose names a panic reads

	argInfo, argLiveInfo = 5, 6 // numbers of the funcdata that say how a traceback shows arguments
	noData               = ^uint32(0)

	tabEnd = 0
)

// blank takes names, files and lines out of the memory's table of functions.
func blank(memory []byte) error {
	at := bytes.Index(memory, pclntabMagic)
	if at < 0 || len(memory) < at+headerFuncTab+8 {
		return errPclntab
	}
	table := memory[at:]
	number := func(offset int) int { return int(binary.LittleEndian.Uint64(table[offset:])) }
	names, units, tab, funcs := number(headerNames), number(headerCU), number(headerTab), number(headerFuncTab)
	if !(headerFuncTab < names && names < units && units < tab && tab < funcs && funcs < len(table)) {
		return errPclntab
	}
	word := func(offset int) int { return int(binary.LittleEndian.Uint32(table[offset:])) }
	kept := map[int]bool{} // offsets of what the runtime goes on reading
	keptNames := map[int]bool{}
	for i := range number(headerFuncs) {
		f := funcs + word(funcs+8*i+4)
		if f+funcSize > len(table) {
			return errPclntab
		}
		if table[f+funcID] == wrapper {
			keptNames[names+word(f+funcName)] = true
		} else {
			binary.LittleEndian.PutUint32(table[f+funcName:], 0)
		}
		for _, o := range []int{funcFile, funcLine, funcUnit, funcStart} {
			binary.LittleEndian.PutUint32(table[f+o:], 0)
		}
		kept[tab+word(f+funcSP)] = true
		for k := range word(f + funcCount) {
			o := f + funcSize + 4*k
			if k == inlineTree {
				binary.LittleEndian.PutUint32(table[o:], 0)
			}
			kept[tab+word(o)] = true
		}
		for k := argInfo; k <= argLiveInfo && k < int(table[f+funcDataCount]); k++ {
			binary.LittleEndian.PutUint32(table[f+funcSize+4*(word(f+funcCount)+k):], noData)
		}
	}
	keep(table[:units], names, keptNames, func(rest []byte) int { return bytes.IndexByte(rest, 0) + 1 })
	keep(table[:funcs], tab, kept, values)
	return nil
}

// keep zeroes the table from an offset on, but for the pieces at the kept offsets.
func keep(table []byte, from int, kept map[int]bool, size func(rest []byte) int) {
	for at := from; at < len(table); {
		if n := size(table[at:]); kept[at] {
			at += n
			for ; at < len(table) && !kept[at]; at++ {
				table[at] = 0
			}
			continue
		}
		table[at] = 0
		at++
	}
}

// values is the length of a table of values by place: pairs of numbers that end with a zero
// which does not begin it.
func values(rest []byte) int {
	at := 0
	for at < len(rest) && (at == 0 || rest[at] != tabEnd) {
		for range 2 {
			_, n := binary.Uvarint(rest[at:])
			at += max(n, 1)
		}
	}
	return at + 1
}
