package std

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/crc32"

	"gputour/engine/object"
)

var hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
	"sha3_224": func() hash.Hash { return sha3.New224() }, "sha3_256": func() hash.Hash { return sha3.New256() },
	"sha3_384": func() hash.Hash { return sha3.New384() }, "sha3_512": func() hash.Hash { return sha3.New512() },
}

// digest is a hash object.
type digest struct {
	object.Head
	name string
	h    hash.Hash
}

var digestClass = newClass("_hashlib.HASH")

func init() {
	text := func(get func(d *digest) object.Value) object.GoFunc {
		return func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return get(a[0].Object().(*digest)), nil
		}
	}
	digestClass.Define(object.Spec{
		NoConstructor: true,
		OwnLayout:     true,
		Slots: object.Slots{Repr: func(_ *object.Thread, v object.Value) (string, error) {
			return fmt.Sprintf("<%s _hashlib.HASH object @ %s>", v.Object().(*digest).name, object.Address(v)), nil
		}},
		Methods: []object.Method{
			{Sig: "update(self, data, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, a[0].Object().(*digest).write(a[1])
			}, Doc: "Hash more data."},
			{Sig: "digest(self, /)", Fn: text(func(d *digest) object.Value { return object.NewBytes(d.h.Sum(nil)) }), Doc: "The hash as bytes."},
			{Sig: "hexdigest(self, /)", Fn: text(func(d *digest) object.Value { return object.NewStr(hex.EncodeToString(d.h.Sum(nil))) }), Doc: "The hash in hexadecimal."},
			{Sig: "copy(self, /)", Fn: digestCopy, Doc: "A copy of the hash so far."},
		},
		Props: []object.Prop{
			{Name: "name", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(v.Object().(*digest).name), nil
			}},
			{Name: "digest_size", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(int64(v.Object().(*digest).h.Size())), nil
			}},
			{Name: "block_size", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(int64(v.Object().(*digest).h.BlockSize())), nil
			}},
		},
	})
}

func (d *digest) write(v object.Value) error {
	if _, isStr := object.AsStr(v); isStr {
		return object.Raise(object.TypeError, "Strings must be encoded before hashing")
	}
	b, ok := object.AsBytes(v)
	if !ok {
		return object.Raise(object.TypeError, "object supporting the buffer API required")
	}
	d.h.Write(b)
	return nil
}

func digestCopy(_ *object.Thread, a []object.Value) (object.Value, error) {
	d := a[0].Object().(*digest)
	state, err := d.h.(encoding.BinaryMarshaler).MarshalBinary()
	c := &digest{name: d.name, h: hashes[d.name]()}
	if err == nil {
		err = c.h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
	}
	if err != nil {
		return object.Value{}, object.Raise(object.ValueError, "%s", err)
	}
	return object.Adopt(c, digestClass), nil
}

func initHashlib(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_hashlib", "Hashes of bytes.")
	m.AddFuncs(object.Def("new(name, data=b'', /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
		name, _ := object.AsStr(a[0])
		make, ok := hashes[name]
		if !ok {
			return object.Value{}, object.Raise(object.ValueError, "unsupported hash type %s", name)
		}
		d := &digest{name: name, h: make()}
		return object.Adopt(d, digestClass), d.write(a[1])
	}, "A hash object."))
	return m, nil
}

func initBinascii(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("binascii", "Bytes as text, and back.")
	failure := object.NewBuiltin("binascii.Error").Define(object.Spec{Bases: []*object.Class{object.ValueError}})
	m.Dict.Set("Error", failure.Value())
	bytesOf := func(v object.Value) ([]byte, error) {
		if s, ok := object.AsStr(v); ok {
			return []byte(s), nil
		}
		if b, ok := object.AsBytes(v); ok {
			return b, nil
		}
		return nil, object.Raise(object.TypeError, "a bytes-like object is required, not '%s'", object.TypeName(v))
	}
	def := func(sig string, do func(b []byte) (object.Value, error)) *object.Builtin {
		return object.Def(sig, func(_ *object.Thread, a []object.Value) (object.Value, error) {
			b, err := bytesOf(a[0])
			if err != nil {
				return object.Value{}, err
			}
			return do(b)
		}, "")
	}
	toHex := func(b []byte) (object.Value, error) { return object.NewBytes([]byte(hex.EncodeToString(b))), nil }
	fromHex := func(b []byte) (object.Value, error) {
		if len(b)%2 != 0 {
			return object.Value{}, object.Raise(failure, "Odd-length string")
		}
		out, err := hex.DecodeString(string(b))
		if err != nil {
			return object.Value{}, object.Raise(failure, "Non-hexadecimal digit found")
		}
		return object.NewBytes(out), nil
	}
	m.AddFuncs(
		def("hexlify(data)", toHex), def("b2a_hex(data)", toHex), def("unhexlify(hexstr, /)", fromHex), def("a2b_hex(hexstr, /)", fromHex),
		def("b2a_base64(data, /)", func(b []byte) (object.Value, error) {
			return object.NewBytes([]byte(base64.StdEncoding.EncodeToString(b) + "\n")), nil
		}),
		def("a2b_base64(data, /)", func(b []byte) (object.Value, error) { return decodeBase64(failure, b) }),
		object.Def("crc32(data, crc=0, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := bytesOf(a[0])
			if err != nil {
				return object.Value{}, err
			}
			start, err := object.IndexInt(t, a[1])
			return object.Int(int64(crc32.Update(uint32(start), crc32.IEEETable, b))), err
		}, "The CRC-32 checksum."),
	)
	return m, nil
}

// decodeBase64 skips foreign characters, as binascii does.
func decodeBase64(failure *object.Class, b []byte) (object.Value, error) {
	var kept []byte
	pads := 0
	for _, c := range b {
		switch {
		case c == '=':
			pads++
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/':
			kept = append(kept, c)
		}
	}
	if len(kept)%4 == 1 {
		return object.Value{}, object.Raise(failure, "Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4", len(kept))
	}
	if (len(kept)+pads)%4 != 0 && len(kept)%4 != 0 {
		return object.Value{}, object.Raise(failure, "Incorrect padding")
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(kept)))
	n, err := base64.RawStdEncoding.Decode(out, kept)
	if err != nil {
		return object.Value{}, object.Raise(failure, "Incorrect padding")
	}
	return object.NewBytes(out[:n]), nil
}
