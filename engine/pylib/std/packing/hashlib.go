package packing

import (
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"math/big"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// Modules _hashlib and _blake2: hashes of bytes.

var hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
	"sha3_224": func() hash.Hash { return sha3.New224() }, "sha3_256": func() hash.Hash { return sha3.New256() },
	"sha3_384": func() hash.Hash { return sha3.New384() }, "sha3_512": func() hash.Hash { return sha3.New512() },
	"shake_128": func() hash.Hash { return shake{sha3.NewSHAKE128(), sha3.NewSHAKE128} },
	"shake_256": func() hash.Hash { return shake{sha3.NewSHAKE256(), sha3.NewSHAKE256} },
	"blake2b":   func() hash.Hash { return newBlake2b(blake2Params{size: 64, fanout: 1, depth: 1}) },
	"blake2s":   func() hash.Hash { return newBlake2s(blake2Params{size: 32, fanout: 1, depth: 1}) },
}

// shake is a function of SHA-3 whose digests are as long as one asks.
type shake struct {
	*sha3.SHAKE
	make func() *sha3.SHAKE
}

func (shake) Size() int             { return 0 }
func (s shake) Sum(b []byte) []byte { return b }

func (s shake) Clone() (hash.Cloner, error) {
	state, err := s.MarshalBinary()
	c := shake{s.make(), s.make}
	if err == nil {
		err = c.UnmarshalBinary(state)
	}
	return c, err
}

// digest is a hash object.
type digest struct {
	object.Head
	name string
	h    hash.Hash
}

var (
	digestClass  = binding.Class("_hashlib.HASH")
	xofClass     = binding.Class("_hashlib.HASHXOF")
	blake2bClass = binding.Class("_blake2.blake2b")
	blake2sClass = binding.Class("_blake2.blake2s")
)

func asDigest(v object.Value) *digest { return v.Object().(*digest) }

func init() {
	named := func(_ *object.Thread, v object.Value) (string, error) {
		return fmt.Sprintf("<%s _hashlib.%s object @ %s>", asDigest(v).name, v.Class().Name, object.Address(v)), nil
	}
	sum := func(_ *object.Thread, a []object.Value) ([]byte, error) { return asDigest(a[0]).h.Sum(nil), nil }
	spec := object.Spec{
		NoConstructor: true,
		OwnLayout:     true,
		Slots:         object.Slots{Repr: named},
		Methods:       digestMethods("", sum),
		Props:         digestProps,
	}
	digestClass.Define(spec)
	spec.Methods = digestMethods(", length", squeeze)
	spec.Bases = []*object.Class{digestClass}
	xofClass.Define(spec)
	for _, class := range []*object.Class{blake2bClass, blake2sClass} {
		class.Define(blake2Spec(class, digestMethods("", sum)))
	}
}

// digestMethods are a hash's methods; sum is given what digest was called with.
func digestMethods(params string, sum func(t *object.Thread, a []object.Value) ([]byte, error)) []object.Method {
	end := ", /)"
	if params != "" {
		end = ", /" + params + ")"
	}
	return []object.Method{
		{Sig: "update(self, data, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.None, asDigest(a[0]).write(a[1])
		}, Doc: "Hash more data."},
		{Sig: "digest(self" + end, Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := sum(t, a)
			return object.NewBytes(b), err
		}, Doc: "The hash as bytes."},
		{Sig: "hexdigest(self" + end, Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := sum(t, a)
			return object.NewStr(hex.EncodeToString(b)), err
		}, Doc: "The hash in hexadecimal."},
		{Sig: "copy(self, /)", Fn: digestCopy, Doc: "A copy of the hash so far."},
	}
}

var digestProps = []object.Prop{
	{Name: "name", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.NewStr(asDigest(v).name), nil
	}},
	{Name: "digest_size", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Int(int64(asDigest(v).h.Size())), nil
	}},
	{Name: "block_size", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Int(int64(asDigest(v).h.BlockSize())), nil
	}},
}

// squeeze returns as much of a SHAKE's digest as is asked for.
func squeeze(t *object.Thread, a []object.Value) ([]byte, error) {
	n, err := object.IndexInt(t, a[1])
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, object.Raise(object.ValueError, "value must be positive")
	}
	if err := t.Charge(n); err != nil {
		return nil, err
	}
	c, err := asDigest(a[0]).h.(shake).Clone()
	if err != nil {
		return nil, err
	}
	b := make([]byte, n)
	c.(shake).Read(b)
	return b, nil
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
	d := asDigest(a[0])
	h, err := d.h.(hash.Cloner).Clone()
	if err != nil {
		return object.Value{}, object.Raise(object.ValueError, "%s", err)
	}
	return object.Adopt(&digest{name: d.name, h: h}, a[0].Class()), nil
}

func InitHashlib(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_hashlib", "Hashes of bytes.")
	m.Dict.Set("HASH", digestClass.Value())
	m.Dict.Set("HASHXOF", xofClass.Value())
	m.AddFuncs(
		object.Def("new(name, string=b'', *, usedforsecurity=True)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			name, make, err := hashNamed(a[0])
			if err != nil {
				return object.Value{}, err
			}
			class := digestClass
			switch name {
			case "shake_128", "shake_256":
				class = xofClass
			case "blake2b":
				class = blake2bClass
			case "blake2s":
				class = blake2sClass
			}
			d := &digest{name: name, h: make()}
			return object.Adopt(d, class), d.write(a[1])
		}, "A hash object."),
		object.Def("pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None)", pbkdf2HMAC, "A key from a password (PKCS #5 2.0)."),
	)
	return m, nil
}

func hashNamed(v object.Value) (string, func() hash.Hash, error) {
	name, ok := object.AsStr(v)
	if !ok {
		return "", nil, object.Raise(object.TypeError, "name must be a string")
	}
	make, ok := hashes[name]
	if !ok {
		return "", nil, object.Raise(object.ValueError, "unsupported hash type %s", name)
	}
	return name, make, nil
}

func pbkdf2HMAC(t *object.Thread, a []object.Value) (object.Value, error) {
	_, make, err := hashNamed(a[0])
	if err != nil {
		return object.Value{}, err
	}
	password, err := object.Buffer(a[1])
	if err != nil {
		return object.Value{}, err
	}
	salt, err := object.Buffer(a[2])
	if err != nil {
		return object.Value{}, err
	}
	rounds, err := object.IndexInt(t, a[3])
	if err != nil {
		return object.Value{}, err
	}
	size := make().Size()
	if a[4] != object.None {
		if size, err = object.IndexInt(t, a[4]); err != nil {
			return object.Value{}, err
		}
	}
	if rounds < 1 {
		return object.Value{}, object.Raise(object.ValueError, "iteration value must be greater than 0.")
	}
	if size < 1 {
		return object.Value{}, object.Raise(object.ValueError, "key length must be greater than 0.")
	}
	if err := t.Charge(size); err != nil {
		return object.Value{}, err
	}
	key, err := pbkdf2.Key(make, string(password), salt, rounds, size)
	if err != nil {
		return object.Value{}, object.Raise(object.ValueError, "%s", err)
	}
	return object.NewBytes(key), nil
}

func InitBlake2(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_blake2", "The hashes BLAKE2b and BLAKE2s.")
	m.Dict.Set("blake2b", blake2bClass.Value())
	m.Dict.Set("blake2s", blake2sClass.Value())
	return m, nil
}

// blake2Spec describes the class of BLAKE2b or of BLAKE2s.
func blake2Spec(class *object.Class, methods []object.Method) object.Spec {
	size, salt, offsetBits, make := 64, 16, 64, newBlake2b
	if class == blake2sClass {
		size, salt, offsetBits, make = 32, 8, 48, newBlake2s
	}
	return object.Spec{
		Doc:       "Return a new BLAKE2 hash object.",
		Signature: fmt.Sprintf("%s(data=b'', /, *, digest_size=%d, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True)", class.Name, size),
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			p, err := blake2Arguments(t, a[1:], size, salt, offsetBits)
			if err != nil {
				return object.Value{}, err
			}
			d := &digest{name: class.Name, h: make(p)}
			return object.Adopt(d, c), d.write(a[0])
		},
		Methods: methods,
		Props:   digestProps,
		Attrs: map[string]object.Value{"MAX_DIGEST_SIZE": object.Int(int64(size)), "MAX_KEY_SIZE": object.Int(int64(size)),
			"SALT_SIZE": object.Int(int64(salt)), "PERSON_SIZE": object.Int(int64(salt))},
	}
}

// blake2Arguments checks what a hash is made with, in the order of the signature.
func blake2Arguments(t *object.Thread, a []object.Value, size, salt, offsetBits int) (p blake2Params, err error) {
	between := func(v object.Value, low, high int, text string) int {
		n, failed := object.IndexInt(t, v)
		if err == nil && failed != nil {
			err = failed
		} else if err == nil && (n < low || n > high) {
			err = object.Raise(object.ValueError, text, low, high)
		}
		return n
	}
	atMost := func(v object.Value, n int, name string) []byte {
		b, failed := object.Buffer(v)
		if err == nil && failed != nil {
			err = failed
		} else if err == nil && len(b) > n {
			err = object.Raise(object.ValueError, "maximum %s length is %d bytes", name, n)
		}
		return b
	}
	unsigned := func(v object.Value, bits int, name string) uint64 {
		x, failed := object.Index(t, v)
		switch n := new(big.Int); {
		case err != nil:
		case failed != nil:
			err = failed
		case n.Set(object.BigOf(x)).Sign() < 0:
			err = object.Raise(object.ValueError, "value must be positive")
		case n.BitLen() > 64:
			err = object.Raise(object.OverflowError, "int too big to convert")
		case n.BitLen() > bits:
			err = object.Raise(object.OverflowError, "%s is too large", name)
		default:
			return n.Uint64()
		}
		return 0
	}
	p.size = between(a[0], 1, size, "digest_size must be between %d and %d bytes")
	p.salt = atMost(a[2], salt, "salt")
	p.person = atMost(a[3], salt, "person")
	p.fanout = byte(between(a[4], 0, math.MaxUint8, "fanout must be between %d and %d"))
	p.depth = byte(between(a[5], 1, math.MaxUint8, "depth must be between %d and %d"))
	p.leafSize = uint32(unsigned(a[6], 32, "leaf_size"))
	p.nodeOffset = unsigned(a[7], offsetBits, "node_offset")
	p.nodeDepth = byte(between(a[8], 0, math.MaxUint8, "node_depth must be between %d and %d"))
	p.innerSize = byte(between(a[9], 0, size, "inner_size must be between %d and is %d"))
	p.key = atMost(a[1], size, "key")
	if err == nil {
		p.lastNode, err = object.ToBool(t, a[10])
	}
	return p, err
}
