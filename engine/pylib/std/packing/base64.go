package packing

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"

	"gputour/engine/object"
)

// Module _base64: bytes as text of 85, 32 or 16 characters. Which arguments they get and
// what adorns the text is the Python of base64.

func InitBase64(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_base64", "Bytes as text of 85, 32 or 16 characters.")
	for sig, fn := range map[string]func(a []object.Value, b []byte) ([]byte, error){
		"encode16(data, /)":                      encode16,
		"decode16(data, /)":                      decode16,
		"encode32(data, alphabet, /)":            encode32,
		"decode32(data, alphabet, /)":            decode32,
		"encode85(data, alphabet, pad, z, y, /)": encode85,
		"decode85(data, alphabet, /)":            decode85,
		"decodeascii85(data, y, ignored, /)":     decodeASCII85,
	} {
		m.AddFuncs(object.Def(sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
			b, err := object.Buffer(a[0])
			if err != nil {
				return object.Value{}, err
			}
			if err := t.ChargeItems(len(b), 2); err != nil {
				return object.Value{}, err
			}
			out, err := fn(a, b)
			if err != nil {
				return object.Value{}, err
			}
			return object.NewBytes(out), nil
		}, ""))
	}
	return m, nil
}

func encode16(_ []object.Value, b []byte) ([]byte, error) {
	return bytes.ToUpper(hex.AppendEncode(nil, b)), nil
}

func decode16(_ []object.Value, b []byte) ([]byte, error) {
	for _, c := range b {
		if !(c >= '0' && c <= '9' || c >= 'A' && c <= 'F') {
			return nil, object.Raise(binasciiError, "Non-base16 digit found")
		}
	}
	return unhexlify(b, false)
}

// digitTable tells of each byte which digit of the alphabet it is; noDigit for none.
func digitTable(alphabet string) (digits [256]byte) {
	for i := range digits {
		digits[i] = noDigit
	}
	for i := range len(alphabet) {
		digits[alphabet[i]] = byte(i)
	}
	return digits
}

const noDigit = 0xff

func encode32(a []object.Value, b []byte) ([]byte, error) {
	alphabet, err := object.Buffer(a[1])
	if err != nil || len(alphabet) != 32 {
		return nil, err
	}
	out := make([]byte, 0, (len(b)+4)/5*8)
	for i := 0; i < len(b); i += 5 {
		var group [8]byte
		n := copy(group[3:], b[i:min(i+5, len(b))])
		number := binary.BigEndian.Uint64(group[:])
		for shift := 35; shift >= 0; shift -= 5 {
			out = append(out, alphabet[number>>shift&31])
		}
		for k := (8*n + 4) / 5; k < 8; k++ {
			out[len(out)-8+k] = '='
		}
	}
	return out, nil
}

func decode32(a []object.Value, b []byte) ([]byte, error) {
	alphabet, err := object.Buffer(a[1])
	if err != nil {
		return nil, err
	}
	digits := digitTable(string(alphabet))
	if len(b)%8 != 0 {
		return nil, object.Raise(binasciiError, "Incorrect padding")
	}
	kept := bytes.TrimRight(b, "=")
	out := make([]byte, 0, len(b)/8*5)
	for i := 0; i < len(kept); i += 8 {
		part := kept[i:min(i+8, len(kept))]
		var number uint64
		for _, c := range part {
			if digits[c] == noDigit {
				return nil, object.Raise(binasciiError, "Non-base32 digit found")
			}
			number = number<<5 | uint64(digits[c])
		}
		number <<= 5 * (8 - len(part))
		var group [8]byte
		binary.BigEndian.PutUint64(group[:], number)
		out = append(out, group[3:3+len(part)*5/8]...)
	}
	if missing := len(b) - len(kept); !slices.Contains([]int{0, 1, 3, 4, 6}, missing) {
		return nil, object.Raise(binasciiError, "Incorrect padding")
	}
	return out, nil
}

// encode85 writes groups of four bytes as five digits; with z a group of zeros is one letter, with
// y a group of spaces.
func encode85(a []object.Value, b []byte) ([]byte, error) {
	alphabet, err := object.Buffer(a[1])
	if err != nil || len(alphabet) != 85 {
		return nil, err
	}
	pad, z, y := a[2] == object.True, a[3] == object.True, a[4] == object.True
	out := make([]byte, 0, (len(b)+3)/4*5)
	for i := 0; i < len(b); i += 4 {
		var group [4]byte
		n := copy(group[:], b[i:])
		number := binary.BigEndian.Uint32(group[:])
		if n == 4 || pad {
			switch {
			case z && number == 0:
				out = append(out, 'z')
				continue
			case y && number == 0x20202020:
				out = append(out, 'y')
				continue
			}
		}
		var digits [5]byte
		for k := 4; k >= 0; k-- {
			digits[k] = alphabet[number%85]
			number /= 85
		}
		if n < 4 && !pad {
			out = append(out, digits[:n+1]...)
		} else {
			out = append(out, digits[:]...)
		}
	}
	return out, nil
}

func decode85(a []object.Value, b []byte) ([]byte, error) {
	alphabet, err := object.Buffer(a[1])
	if err != nil {
		return nil, err
	}
	digits := digitTable(string(alphabet))
	missing := (5 - len(b)%5) % 5
	padded := append(slices.Clip(b), "~~~~"[:missing]...)
	out := make([]byte, 0, len(padded)/5*4)
	for i := 0; i < len(padded); i += 5 {
		var number uint64
		for at, c := range padded[i : i+5] {
			if digits[c] == noDigit {
				return nil, object.Raise(object.ValueError, "bad base85 character at position %d", i+at)
			}
			number = number*85 + uint64(digits[c])
		}
		if number > math.MaxUint32 {
			return nil, object.Raise(object.ValueError, "base85 overflow in hunk starting at byte %d", i)
		}
		out = binary.BigEndian.AppendUint32(out, uint32(number))
	}
	return out[:len(out)-missing], nil
}

func decodeASCII85(a []object.Value, b []byte) ([]byte, error) {
	ignored, err := asciiBuffer(a[2])
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(b)/5*4+4)
	var number uint64
	n := 0
	push := func(c byte) error {
		if number, n = number*85+uint64(c-'!'), n+1; n < 5 {
			return nil
		}
		if number > math.MaxUint32 {
			return object.Raise(object.ValueError, "Ascii85 overflow")
		}
		out = binary.BigEndian.AppendUint32(out, uint32(number))
		number, n = 0, 0
		return nil
	}
	for _, c := range b {
		switch {
		case c >= '!' && c <= 'u':
			if err := push(c); err != nil {
				return nil, err
			}
		case c == 'z' || c == 'y' && a[1] == object.True:
			if n > 0 {
				return nil, object.Raise(object.ValueError, "%c inside Ascii85 5-tuple", c)
			}
			if c == 'z' {
				out = append(out, 0, 0, 0, 0)
			} else {
				out = append(out, "    "...)
			}
		case bytes.IndexByte(ignored, c) < 0:
			return nil, object.Raise(object.ValueError, "Non-Ascii85 digit found: %c", c)
		}
	}
	if n == 0 {
		return out, nil
	}
	missing := 5 - n
	for range missing {
		if err := push('u'); err != nil {
			return nil, err
		}
	}
	return out[:len(out)-missing], nil
}
