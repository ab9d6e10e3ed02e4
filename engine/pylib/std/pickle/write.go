package pickle

import (
	"encoding/binary"

	"gputour/engine/object"
)

// The size at which a frame of protocol 4 ends, and below which none is begun.
const (
	pickleFrame    = 64 << 10
	pickleFrameMin = 4
	frameHeader    = 9
)

// pickleOutput gathers what is written. From protocol 4 on that is cut into frames that
// tell their length, so that a reader need not ask its file for every byte; large pieces
// stand between the frames.
type pickleOutput struct {
	data   []byte
	framed bool
	frame  int // where the header of the frame that is open lies; -1 for none
}

func (o *pickleOutput) reset() { *o = pickleOutput{frame: -1} }

// write appends to the frame that is open.
func (o *pickleOutput) write(t *object.Thread, b ...byte) error {
	err := o.room(t, len(b))
	if err == nil {
		o.data = append(o.data, b...)
	}
	return err
}

// ready tells whether n bytes can be appended as they are.
func (o *pickleOutput) ready(n int) bool {
	return (o.frame >= 0 || !o.framed) && len(o.data)+n+frameHeader <= cap(o.data)
}

// room makes room for n bytes in a frame.
func (o *pickleOutput) room(t *object.Thread, n int) error {
	if len(o.data)+n+frameHeader > cap(o.data) {
		if err := o.grow(t, n+frameHeader); err != nil {
			return err
		}
	}
	if o.framed && o.frame < 0 {
		o.frame = len(o.data)
		o.data = o.data[:o.frame+frameHeader]
	}
	return nil
}

func (o *pickleOutput) grow(t *object.Thread, n int) error {
	room := max(2*cap(o.data), len(o.data)+n, 256)
	if err := t.Charge(room); err != nil {
		return err
	}
	o.data = append(make([]byte, 0, room), o.data...)
	return nil
}

// writePiece writes a head and its bytes, outside the frames if they are many.
func writePiece[T []byte | string](o *pickleOutput, t *object.Thread, head []byte, b T) error {
	outside := o.framed && len(b) >= pickleFrame
	if outside {
		o.end()
		o.framed = false
	}
	err := o.room(t, len(head)+len(b))
	if err == nil {
		o.data = append(append(o.data, head...), b...)
	}
	if outside {
		o.framed = true
	}
	return err
}

// boundary ends the frame if it is full.
func (o *pickleOutput) boundary() {
	if o.frame >= 0 && len(o.data)-o.frame-frameHeader >= pickleFrame {
		o.end()
	}
}

// end ends the frame that is open; one of a few bytes loses its header.
func (o *pickleOutput) end() {
	if o.frame < 0 {
		return
	}
	begin := o.frame + frameHeader
	if n := len(o.data) - begin; n >= pickleFrameMin {
		o.data[o.frame] = opFrame
		binary.LittleEndian.PutUint64(o.data[o.frame+1:], uint64(n))
	} else {
		o.data = append(o.data[:o.frame], o.data[begin:]...)
	}
	o.frame = -1
}

// The opcodes, with the names of pickletools.
const (
	opMark           = '('
	opStop           = '.'
	opPop            = '0'
	opPopMark        = '1'
	opDup            = '2'
	opFloat          = 'F'
	opInt            = 'I'
	opBinInt         = 'J'
	opBinInt1        = 'K'
	opLong           = 'L'
	opBinInt2        = 'M'
	opNone           = 'N'
	opPersID         = 'P'
	opBinPersID      = 'Q'
	opReduce         = 'R'
	opString         = 'S'
	opBinString      = 'T'
	opShortBinString = 'U'
	opUnicode        = 'V'
	opBinUnicode     = 'X'
	opAppend         = 'a'
	opBuild          = 'b'
	opGlobal         = 'c'
	opDict           = 'd'
	opEmptyDict      = '}'
	opAppends        = 'e'
	opGet            = 'g'
	opBinGet         = 'h'
	opInst           = 'i'
	opLongBinGet     = 'j'
	opList           = 'l'
	opEmptyList      = ']'
	opObj            = 'o'
	opPut            = 'p'
	opBinPut         = 'q'
	opLongBinPut     = 'r'
	opSetItem        = 's'
	opTuple          = 't'
	opEmptyTuple     = ')'
	opSetItems       = 'u'
	opBinFloat       = 'G'

	opProto    = 0x80
	opNewObj   = 0x81
	opExt1     = 0x82
	opExt2     = 0x83
	opExt4     = 0x84
	opTuple1   = 0x85
	opTuple2   = 0x86
	opTuple3   = 0x87
	opNewTrue  = 0x88
	opNewFalse = 0x89
	opLong1    = 0x8a
	opLong4    = 0x8b

	opBinBytes      = 'B'
	opShortBinBytes = 'C'

	opShortBinUnicode = 0x8c
	opBinUnicode8     = 0x8d
	opBinBytes8       = 0x8e
	opEmptySet        = 0x8f
	opAddItems        = 0x90
	opFrozenSet       = 0x91
	opNewObjEx        = 0x92
	opStackGlobal     = 0x93
	opMemoize         = 0x94
	opFrame           = 0x95

	opByteArray8     = 0x96
	opNextBuffer     = 0x97
	opReadOnlyBuffer = 0x98
)
