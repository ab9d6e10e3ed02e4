package packing

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"hash/crc32"
	"math"
	"math/big"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// Module binascii: bytes as text, and back.

// binasciiError is binascii.Error, binasciiIncomplete binascii.Incomplete.
var binasciiError, binasciiIncomplete = binding.Class("binascii.Error"), binding.Class("binascii.Incomplete")

func init() {
	binasciiError.Define(object.Spec{Bases: []*object.Class{object.ValueError}})
	binasciiIncomplete.Define(object.Spec{Bases: []*object.Class{object.ExceptionClass}})
}

func InitBinascii(*object.Thread) (*object.Module, error) {
	m := object.NewModule("binascii", "Bytes as text, and back.")
	m.Dict.Set("Error", binasciiError.Value())
	m.Dict.Set("Incomplete", binasciiIncomplete.Value())
	for _, sig := range []string{"hexlify(data, sep=?, bytes_per_sep=1)", "b2a_hex(data, sep=?, bytes_per_sep=1)"} {
		m.AddFuncs(object.Def(sig, hexlify, "Hexadecimal digits of data."))
	}
	m.AddFuncs(
		fromText("unhexlify(hexstr, /)", unhexlify, "Bytes of hexadecimal digits."),
		fromText("a2b_hex(hexstr, /)", unhexlify, "Bytes of hexadecimal digits."),
		toText("b2a_base64(data, /, *, newline=True)", func(b []byte, newline bool) ([]byte, error) {
			text := base64.StdEncoding.AppendEncode(nil, b)
			if newline {
				text = append(text, '\n')
			}
			return text, nil
		}, "A line of base64."),
		fromText("a2b_base64(data, /, *, strict_mode=False)", decodeBase64, "Bytes of a text in base64."),
		toText("b2a_uu(data, /, *, backtick=False)", encodeUU, "A uuencoded line."),
		fromText("a2b_uu(data, /)", decodeUU, "Bytes of a uuencoded line."),
		checksum("crc32(data, crc=0, /)", func(start uint32, b []byte) uint32 { return crc32.Update(start, crc32.IEEETable, b) }, "The CRC-32 checksum."),
		checksum("crc_hqx(data, crc, /)", crcHQX, "The CRC-CCITT checksum."),
	)
	return m, nil
}

// toText makes a function of bytes that are not a str, with an optional flag.
func toText(sig string, do func(b []byte, flag bool) ([]byte, error), doc string) *object.Builtin {
	return object.Def(sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
		b, err := object.Buffer(a[0])
		if err != nil {
			return object.Value{}, err
		}
		return converted(t, a, b, do)
	}, doc)
}

// fromText makes a function of bytes or of a str of ASCII, with an optional flag.
func fromText(sig string, do func(b []byte, flag bool) ([]byte, error), doc string) *object.Builtin {
	return object.Def(sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
		b, err := asciiBuffer(a[0])
		if err != nil {
			return object.Value{}, err
		}
		return converted(t, a, b, do)
	}, doc)
}

func converted(t *object.Thread, a []object.Value, b []byte, do func(b []byte, flag bool) ([]byte, error)) (object.Value, error) {
	flag := false
	if len(a) > 1 {
		var err error
		if flag, err = object.ToBool(t, a[1]); err != nil {
			return object.Value{}, err
		}
	}
	out, err := do(b, flag)
	if err != nil {
		return object.Value{}, err
	}
	return object.NewBytes(out), t.Charge(len(out))
}

// asciiBuffer returns the bytes of a text or of an object that has some.
func asciiBuffer(v object.Value) ([]byte, error) {
	s, ok := object.AsStr(v)
	if !ok {
		b, ok := object.AsBytes(v)
		if !ok {
			return nil, object.Raise(object.TypeError, "argument should be bytes, buffer or ASCII string, not '%s'", object.TypeName(v))
		}
		return b, nil
	}
	for i := range len(s) {
		if s[i] >= 0x80 {
			return nil, object.Raise(object.ValueError, "string argument should contain only ASCII characters")
		}
	}
	return []byte(s), nil
}

func checksum(sig string, update func(start uint32, b []byte) uint32, doc string) *object.Builtin {
	return object.Def(sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
		b, err := object.Buffer(a[0])
		if err != nil {
			return object.Value{}, err
		}
		start, err := object.Index(t, a[1])
		if err != nil {
			return object.Value{}, err
		}
		low := new(big.Int).And(object.BigOf(start), big.NewInt(math.MaxUint32))
		return object.Int(int64(update(uint32(low.Uint64()), b))), nil
	}, doc)
}

// hexlify is bytes.hex, as bytes.
func hexlify(t *object.Thread, a []object.Value) (object.Value, error) {
	b, err := object.Buffer(a[0])
	if err != nil {
		return object.Value{}, err
	}
	args := a[1:]
	if a[1].IsNil() {
		args = nil
	}
	text, err := object.CallAttr(t, object.NewBytes(b), "hex", args...)
	if err != nil {
		return object.Value{}, err
	}
	s, _ := object.AsStr(text)
	return object.NewBytes([]byte(s)), nil
}

func unhexlify(b []byte, _ bool) ([]byte, error) {
	if len(b)%2 != 0 {
		return nil, object.Raise(binasciiError, "Odd-length string")
	}
	out := make([]byte, len(b)/2)
	if _, err := hex.Decode(out, b); err != nil {
		return nil, object.Raise(binasciiError, "Non-hexadecimal digit found")
	}
	return out, nil
}

// sextets are six-bit digits that become bytes, four to three.
type sextets struct{ bits, count uint }

// push takes a digit and appends to b the byte that it completes.
func (s *sextets) push(b []byte, digit byte) []byte {
	s.bits = s.bits<<6 | uint(digit)
	s.count = (s.count + 1) % 4
	if s.count == 1 {
		return b
	}
	return append(b, byte(s.bits>>(2*((4-s.count)%4))))
}

// base64Digits tells of each byte which digit it is.
var base64Digits = digitTable("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

// decodeBase64 skips foreign characters and what follows the padding, unless it is strict.
func decodeBase64(b []byte, strict bool) ([]byte, error) {
	if strict && len(b) > 0 && b[0] == '=' {
		return nil, object.Raise(binasciiError, "Leading padding not allowed")
	}
	if out, err := base64.StdEncoding.AppendDecode(nil, b); err == nil && !bytes.ContainsAny(b, "\r\n") {
		return out, nil // nothing in it is foreign
	}
	out := make([]byte, 0, len(b)*3/4)
	var bits sextets
	digits, pads, padded := 0, 0, false
	for i, c := range b {
		if c == '=' {
			padded = true
			if digits%4 >= 2 {
				pads++
			}
			if digits%4+pads < 4 || digits%4 < 2 {
				continue
			}
			if strict && i+1 < len(b) {
				return nil, object.Raise(binasciiError, "Excess data after padding")
			}
			return out, nil
		}
		digit := base64Digits[c]
		switch {
		case digit == noDigit && strict:
			return nil, object.Raise(binasciiError, "Only base64 data is allowed")
		case digit == noDigit:
			continue
		case strict && padded:
			return nil, object.Raise(binasciiError, "Discontinuous padding not allowed")
		}
		pads, digits = 0, digits+1
		out = bits.push(out, digit)
	}
	switch digits % 4 {
	case 0:
		return out, nil
	case 1:
		return nil, object.Raise(binasciiError, "Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4", digits)
	}
	return nil, object.Raise(binasciiError, "Incorrect padding")
}

// uuDigit writes six bits; zero is a space or a backtick.
func uuDigit(bits byte, backtick bool) byte {
	if bits &= 0x3f; bits == 0 && backtick {
		return '`'
	}
	return bits + ' '
}

func encodeUU(b []byte, backtick bool) ([]byte, error) {
	if len(b) > 45 {
		return nil, object.Raise(binasciiError, "At most 45 bytes at once")
	}
	out := []byte{uuDigit(byte(len(b)), backtick)}
	for i := 0; i < len(b); i += 3 {
		var group [3]byte
		copy(group[:], b[i:])
		out = append(out, uuDigit(group[0]>>2, backtick), uuDigit(group[0]<<4|group[1]>>4, backtick),
			uuDigit(group[1]<<2|group[2]>>6, backtick), uuDigit(group[2], backtick))
	}
	return append(out, '\n'), nil
}

func decodeUU(b []byte, _ bool) ([]byte, error) {
	if len(b) == 0 {
		return make([]byte, 32), nil
	}
	want := int(b[0]-' ') & 0x3f
	out := make([]byte, 0, want)
	var bits sextets
	rest := b[1:]
	for len(out) < want {
		digit := byte(' ')
		if len(rest) > 0 && rest[0] != '\n' && rest[0] != '\r' {
			digit, rest = rest[0], rest[1:]
		}
		if digit < ' ' || digit > '`' {
			return nil, object.Raise(binasciiError, "Illegal char")
		}
		out = bits.push(out, (digit-' ')&0x3f)
	}
	if len(bytes.Trim(rest, " `\r\n")) > 0 {
		return nil, object.Raise(binasciiError, "Trailing garbage")
	}
	return out, nil
}

// crcHQX is the CRC of the polynomial x^16 + x^12 + x^5 + 1.
func crcHQX(start uint32, b []byte) uint32 {
	crc := uint16(start)
	for _, c := range b {
		crc ^= uint16(c) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return uint32(crc)
}
