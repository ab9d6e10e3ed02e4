package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// section is one of a module's sections.
type section struct {
	id      byte
	content []byte
}

const (
	customSection = 0
	codeSection   = 10
	dataSection   = 11
)

var (
	magic      = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	errModule  = errors.New("it is no module of WebAssembly as Go links one")
	errPclntab = errors.New("the table of functions is not as Go 1.26 makes it")
)

// sections takes a module apart. Custom sections, which nothing reads in a tab, are left out.
func sections(module []byte) ([]section, error) {
	rest, ok := bytes.CutPrefix(module, magic)
	if !ok {
		return nil, errModule
	}
	var list []section
	for len(rest) > 0 {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || uint64(len(rest)-1-n) < size {
			return nil, errModule
		}
		content := rest[1+n : 1+n+int(size)]
		if rest[0] != customSection {
			list = append(list, section{rest[0], content})
		}
		rest = rest[1+n+int(size):]
	}
	return list, nil
}

func join(list []section) []byte {
	module := bytes.Clone(magic)
	for _, s := range list {
		module = append(module, s.id)
		module = binary.AppendUvarint(module, uint64(len(s.content)))
		module = append(module, s.content...)
	}
	return module
}

const (
	i32Const = 0x41
	end      = 0x0b
)

// image is the memory as the data section leaves it.
func image(content []byte) ([]byte, error) {
	r := bytes.NewReader(content)
	count, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, errModule
	}
	var memory []byte
	for range count {
		var head [2]byte
		if _, err := r.Read(head[:]); err != nil || head != [2]byte{0, i32Const} {
			return nil, errModule
		}
		at, err := signed(r)
		if b, _ := r.ReadByte(); err != nil || b != end {
			return nil, errModule
		}
		size, err := binary.ReadUvarint(r)
		if err != nil || size > uint64(r.Len()) {
			return nil, errModule
		}
		if need := int(at) + int(size); need > len(memory) {
			memory = append(memory, make([]byte, need-len(memory))...)
		}
		if _, err := r.Read(memory[at : int(at)+int(size)]); err != nil && size > 0 {
			return nil, errModule
		}
	}
	return memory, nil
}

// signed reads a number of 32 bits.
func signed(r *bytes.Reader) (int32, error) {
	var v int64
	for shift := 0; ; shift += 7 {
		b, err := r.ReadByte()
		if err != nil || shift > 28 {
			return 0, errModule
		}
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return int32(v), nil
		}
	}
}

func appendSigned(b []byte, v int64) []byte {
	for v < -64 || v > 63 {
		b = append(b, byte(v)&0x7f|0x80)
		v >>= 7
	}
	return append(b, byte(v)&0x7f)
}

// gap is how many zeros are worth a new segment of data: packed, they are fewer bytes than its head.
const gap = 1024

// data is the data section that leaves the memory so; what it does not mention is zero.
func data(memory []byte) []byte {
	var segments []byte
	count := 0
	for at := 0; at < len(memory); {
		for at < len(memory) && memory[at] == 0 {
			at++
		}
		from, zeros := at, 0
		for ; at < len(memory) && zeros < gap; at++ {
			if zeros++; memory[at] != 0 {
				zeros = 0
			}
		}
		if to := at - zeros; to > from {
			segments = append(segments, 0, i32Const)
			segments = append(appendSigned(segments, int64(from)), end)
			segments = binary.AppendUvarint(segments, uint64(to-from))
			segments = append(segments, memory[from:to]...)
			count++
		}
	}
	return append(binary.AppendUvarint(nil, uint64(count)), segments...)
}
