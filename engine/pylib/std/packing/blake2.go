package packing

import (
	"encoding/binary"
	"hash"
	"slices"
)

// This file is BLAKE2 (RFC 7693) with the parameters of its sequential and tree modes.

// blake2Params are what a hash is made with; lengths are checked by whoever makes it.
type blake2Params struct {
	size                 int
	key, salt, person    []byte
	fanout, depth        byte
	leafSize             uint32
	nodeOffset           uint64
	nodeDepth, innerSize byte
	lastNode             bool
}

// blake2Word is a word of BLAKE2s or of BLAKE2b.
type blake2Word interface{ uint32 | uint64 }

// blake2 is a hash so far: the last block waits, since it is compressed in another way.
type blake2[W blake2Word] struct {
	h        [8]W
	count    uint64 // bytes compressed
	block    []byte // what waits, at most one block
	size     int
	lastNode bool
}

// blake2Kind is what BLAKE2s and BLAKE2b differ in.
type blake2Kind[W blake2Word] struct {
	bits   int
	rounds int
	rotate [4]int
	iv     [8]W
}

var (
	blake2sKind = blake2Kind[uint32]{32, 10, [4]int{16, 12, 8, 7}, [8]uint32{
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}}
	blake2bKind = blake2Kind[uint64]{64, 12, [4]int{32, 24, 16, 63}, [8]uint64{
		0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
		0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179}}
)

// blake2Sigma is the order of the message's words in each round.
var blake2Sigma = [10][16]byte{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

// blake2Mixes are the columns and diagonals of the state that a round mixes.
var blake2Mixes = [8][4]int{
	{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
	{0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14},
}

func newBlake2s(p blake2Params) hash.Hash { return newBlake2(&blake2sKind, p) }
func newBlake2b(p blake2Params) hash.Hash { return newBlake2(&blake2bKind, p) }

func newBlake2[W blake2Word](kind *blake2Kind[W], p blake2Params) hash.Hash {
	le := binary.LittleEndian
	head := []byte{byte(p.size), byte(len(p.key)), p.fanout, p.depth}
	head = le.AppendUint32(head, p.leafSize)
	head = le.AppendUint64(head, p.nodeOffset)
	if kind.bits == 32 { // an offset of 48 bits
		head = head[:14]
	}
	head = append(head, p.nodeDepth, p.innerSize)
	block := make([]byte, kind.bits)
	copy(block, head)
	copy(block[kind.bits/2:], p.salt)
	copy(block[kind.bits*3/4:], p.person)
	d := &blake2[W]{h: kind.iv, size: p.size, lastNode: p.lastNode}
	for i, w := range blake2Load[W](block) {
		d.h[i] ^= w
	}
	if len(p.key) > 0 {
		d.block = make([]byte, d.BlockSize())
		copy(d.block, p.key)
	}
	return d
}

func (d *blake2[W]) kind() *blake2Kind[W] {
	if k, ok := any(&blake2bKind).(*blake2Kind[W]); ok {
		return k
	}
	return any(&blake2sKind).(*blake2Kind[W])
}

// blake2Load reads words, the lowest byte first.
func blake2Load[W blake2Word](b []byte) []W {
	width := 8
	if ^W(0)>>31 == 1 {
		width = 4
	}
	words := make([]W, len(b)/width)
	for i := range b {
		words[i/width] |= W(b[i]) << (8 * (i % width))
	}
	return words
}

func (d *blake2[W]) Size() int      { return d.size }
func (d *blake2[W]) BlockSize() int { return 2 * d.kind().bits }
func (d *blake2[W]) Reset()         { panic("a hash of Python is not reset") }

func (d *blake2[W]) Clone() (hash.Cloner, error) {
	c := *d
	c.block = slices.Clone(d.block)
	return &c, nil
}

func (d *blake2[W]) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		if len(d.block) == d.BlockSize() {
			d.compress(d.block, false)
			d.block = d.block[:0]
		}
		take := min(len(b), d.BlockSize()-len(d.block))
		d.block, b = append(d.block, b[:take]...), b[take:]
	}
	return n, nil
}

func (d *blake2[W]) Sum(out []byte) []byte {
	c := *d
	last := make([]byte, d.BlockSize())
	c.count -= uint64(len(last) - copy(last, d.block)) // compress adds a whole block
	c.compress(last, true)
	for i := range d.size {
		width := d.kind().bits / 8
		out = append(out, byte(c.h[i/width]>>(8*(i%width))))
	}
	return out
}

func (d *blake2[W]) compress(block []byte, last bool) {
	kind := d.kind()
	m := blake2Load[W](block)
	d.count += uint64(len(block))
	var v [16]W
	copy(v[:], d.h[:])
	copy(v[8:], kind.iv[:])
	v[12] ^= W(d.count)
	if kind.bits == 32 {
		v[13] ^= W(d.count >> 32)
	}
	if last {
		v[14] = ^v[14]
		if d.lastNode {
			v[15] = ^v[15]
		}
	}
	rotate := func(x W, n int) W { return x>>n | x<<(kind.bits-n) }
	for round := range kind.rounds {
		order := &blake2Sigma[round%10]
		for i, at := range blake2Mixes {
			a, b, c, e := &v[at[0]], &v[at[1]], &v[at[2]], &v[at[3]]
			*a += *b + m[order[2*i]]
			*e = rotate(*e^*a, kind.rotate[0])
			*c += *e
			*b = rotate(*b^*c, kind.rotate[1])
			*a += *b + m[order[2*i+1]]
			*e = rotate(*e^*a, kind.rotate[2])
			*c += *e
			*b = rotate(*b^*c, kind.rotate[3])
		}
	}
	for i := range d.h {
		d.h[i] ^= v[i] ^ v[i+8]
	}
}
