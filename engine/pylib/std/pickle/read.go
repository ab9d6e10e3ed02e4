package pickle

import (
	"encoding/binary"

	"gputour/engine/object"
)

// pickleInput is where a pickle is read from: bytes, or a file that is asked for as little
// as is needed. A frame of protocol 4 becomes bytes in hand.
type pickleInput struct {
	data           []byte // what is in hand, from pos on
	pos            int
	read, readline object.Value // of the file; zero for none
}

func (in *pickleInput) truncated() error {
	return object.Raise(unpicklingError, "pickle data was truncated")
}

// take reads n bytes, which stay valid until the next read.
func (in *pickleInput) take(t *object.Thread, n uint64) ([]byte, error) {
	if rest := uint64(len(in.data) - in.pos); n <= rest {
		in.pos += int(n)
		return in.data[in.pos-int(n) : in.pos], nil
	} else if in.read.IsNil() || rest > 0 {
		return nil, in.truncated()
	}
	v, err := object.Call(t, in.read, object.Int(int64(n)))
	if err != nil {
		return nil, err
	}
	b, ok := v.Object().(*object.Bytes)
	if !ok {
		return nil, object.Raise(object.ValueError, "read() returned non-bytes object (%s)", object.TypeName(v))
	}
	if uint64(len(b.B)) < n {
		return nil, in.truncated()
	}
	return b.B[:n], nil
}

// opcode reads the next opcode.
func (in *pickleInput) opcode(t *object.Thread) (byte, error) {
	if in.pos < len(in.data) {
		in.pos++
		return in.data[in.pos-1], nil
	}
	b, err := in.take(t, 1)
	if object.Catch(err, unpicklingError) {
		err = object.Raise(object.EOFError, "Ran out of input")
	}
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// number reads an unsigned number of n bytes, lowest first.
func (in *pickleInput) number(t *object.Thread, n uint64) (uint64, error) {
	if n == 1 && in.pos < len(in.data) {
		in.pos++
		return uint64(in.data[in.pos-1]), nil
	}
	b, err := in.take(t, n)
	if err != nil {
		return 0, err
	}
	var full [8]byte
	copy(full[:], b)
	return binary.LittleEndian.Uint64(full[:]), nil
}

// line reads up to a line feed, and leaves it out.
func (in *pickleInput) line(t *object.Thread) ([]byte, error) {
	for i := in.pos; i < len(in.data); i++ {
		if in.data[i] == '\n' {
			b := in.data[in.pos:i]
			in.pos = i + 1
			return b, nil
		}
	}
	if in.read.IsNil() || in.pos < len(in.data) {
		return nil, in.truncated()
	}
	v, err := object.Call(t, in.readline)
	if err != nil {
		return nil, err
	}
	b, ok := v.Object().(*object.Bytes)
	if !ok {
		return nil, object.Raise(object.ValueError, "readline() returned non-bytes object (%s)", object.TypeName(v))
	}
	n := len(b.B)
	if n == 0 || b.B[n-1] != '\n' {
		return nil, in.truncated()
	}
	return b.B[:n-1], nil
}

// frame takes a frame in hand.
func (in *pickleInput) frame(t *object.Thread) error {
	n, err := in.number(t, 8)
	if err != nil {
		return err
	}
	inHand := in.read.IsNil() || in.pos < len(in.data)
	b, err := in.take(t, n)
	switch {
	case err != nil:
		return err
	case inHand:
		in.pos -= int(n)
	default:
		in.data, in.pos = append([]byte(nil), b...), 0
	}
	return nil
}
