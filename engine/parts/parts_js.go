package parts

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"unsafe"
)

// fetch answers a file's content; nil in a program that nothing was taken from.
var fetch func(name string) ([]byte, error)

// Through has Need fetch files by f. A program from which slim took parts out must call it.
func Through(f func(name string) ([]byte, error)) { fetch = f }

var (
	mu   sync.Mutex
	here = map[Part]bool{}
)

// Need sees to it that a part's data are there. Its error is that of the host, and the next
// call tries again.
func Need(p Part) error {
	mu.Lock()
	defer mu.Unlock()
	if here[p] || fetch == nil {
		return nil
	}
	packed, err := fetch(string(p) + ".part")
	if err == nil {
		err = place(packed)
	}
	if err != nil {
		return fmt.Errorf("a part of the program could not be loaded (%s): %w", p, err)
	}
	here[p] = true
	return nil
}

var errForeign = errors.New("it is not of this program")

// place puts the pieces of a packed part where they belong: each is its address, its length
// and its bytes.
func place(packed []byte) error {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	for len(data) > 0 {
		if len(data) < 8 {
			return errForeign
		}
		at, n := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
		if uint64(len(data)) < 8+uint64(n) {
			return errForeign
		}
		copy(unsafe.Slice((*byte)(unsafe.Add(nil, at)), n), data[8:])
		data = data[8+n:]
	}
	return nil
}
