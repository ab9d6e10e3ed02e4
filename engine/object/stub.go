package object

import "strconv"

var slotDocs = map[string]string{}

type Complex struct {
	Head
	C complex128
}

func complexPow(a, b complex128) (Value, error) { return None, nil }
func strRepr(s *Str) string                     { return strconv.Quote(s.s) }
func isIdentifier(s string) bool                { return true }
func listSort(t *Thread, a []Value) (Value, error) {
	return None, nil
}

type Bytes struct {
	Head
	B []byte
}
type ByteArray struct {
	Head
	B []byte
}

var BytesClass = bare("bytes")

func initNumbers()                                           {}
func initStr()                                               {}
func initBytes()                                             {}
func initFiles()                                             {}
func (v Value) decimal() string                              { return "" }
func (s *Session) openStreams()                              {}
func makeBuiltins() map[string]Value                         { return nil }
func NewBytes(b []byte) Value                                { return None }
func NewByteArray(b []byte) Value                            { return None }
func NewComplex(c complex128) Value                          { return None }
func Format(t *Thread, v Value, spec string) (string, error) { return "", nil }
func Ascii(t *Thread, v Value) (string, error)               { return "", nil }
