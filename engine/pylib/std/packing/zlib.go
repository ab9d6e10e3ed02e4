package packing

import (
	"bytes"
	"errors"
	"hash/adler32"
	"hash/crc32"
	"io"

	"gputour/engine/object"
)

// Module zlib: bytes made smaller, and back. Compressed bytes differ from those of
// the C library, and each can read the other's.

// maxInflated bounds what one call may unpack to: a small text can stand for very much.
const maxInflated = 1 << 30

func InitZlib(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("zlib", "Compression of bytes.")
	m.Dict.Set("error", zlibError.Value())
	for name, n := range map[string]int64{"MAX_WBITS": 15, "DEFLATED": 8, "Z_BEST_COMPRESSION": 9, "Z_BEST_SPEED": 1,
		"Z_DEFAULT_COMPRESSION": -1, "Z_NO_COMPRESSION": 0, "DEF_MEM_LEVEL": 8, "DEF_BUF_SIZE": 16384,
		"Z_NO_FLUSH": 0, "Z_PARTIAL_FLUSH": 1, "Z_SYNC_FLUSH": 2, "Z_FULL_FLUSH": 3, "Z_FINISH": zlibFinish,
		"Z_DEFAULT_STRATEGY": 0, "Z_FILTERED": 1, "Z_HUFFMAN_ONLY": 2, "Z_RLE": 3, "Z_FIXED": 4} {
		m.Dict.Set(name, object.Int(n))
	}
	m.AddFuncs(
		object.Def("compress(data, /, level=-1, wbits=15)", deflate, "Compressed bytes."),
		object.Def("decompress(data, /, wbits=15, bufsize=16384)", inflate, "The bytes that were compressed."),
		object.Def("compressobj(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=?)", makeCompressor, "An object that compresses data in pieces."),
		object.Def("decompressobj(wbits=15, zdict=b'')", makeDecompressor, "An object that decompresses data in pieces."),
		object.Def("crc32(data, value=0, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			b, err := object.Buffer(a[0])
			start, _ := object.AsInt(a[1])
			return object.Int(int64(crc32.Update(uint32(start), crc32.IEEETable, b))), err
		}, "A checksum."),
		object.Def("adler32(data, value=1, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			b, err := object.Buffer(a[0])
			if err != nil {
				return object.Value{}, err
			}
			start, _ := object.AsInt(a[1])
			return object.Int(int64(adler(uint32(start), b))), nil
		}, "A weaker checksum."),
	)
	return m, nil
}

// adler goes on with a checksum from start.
func adler(start uint32, b []byte) uint32 {
	if start == 1 {
		return adler32.Checksum(b)
	}
	const mod = 65521
	lo, hi := start&0xffff, start>>16
	for _, c := range b {
		lo = (lo + uint32(c)) % mod
		hi = (hi + lo) % mod
	}
	return hi<<16 | lo
}

func deflate(t *object.Thread, a []object.Value) (object.Value, error) {
	b, err := object.Buffer(a[0])
	if err != nil {
		return object.Value{}, err
	}
	level, _ := object.AsInt(a[1])
	wbits, _ := object.AsInt(a[2])
	var out bytes.Buffer
	w, err := newDeflater(&out, int(level), int(wbits), nil)
	if err != nil {
		return object.Value{}, object.Raise(zlibError, "Bad compression level")
	}
	w.Write(b)
	w.Close()
	return object.NewBytes(out.Bytes()), t.Charge(out.Len())
}

func inflate(t *object.Thread, a []object.Value) (object.Value, error) {
	b, err := object.Buffer(a[0])
	if err != nil {
		return object.Value{}, err
	}
	wbits, _ := object.AsInt(a[1])
	limit := min(t.Session.Limits.Alloc, maxInflated)
	var out []byte
	r, err := newInflater(bytes.NewReader(b), int(wbits), nil)
	if err == nil {
		out, err = io.ReadAll(io.LimitReader(r, limit+1))
	} else if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	switch {
	case int64(len(out)) > limit:
		return object.Value{}, object.Raise(object.MemoryError, "")
	case err != nil:
		return object.Value{}, inflateError(err)
	}
	return object.NewBytes(out), t.Charge(len(out))
}
