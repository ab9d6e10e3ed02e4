// This file says which variable a place in shared memory belongs to.

package simt

import (
	"fmt"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// SharedVariable is a __shared__ variable of a kernel; at is its first byte, or -1 for one
// behind all others, as long as the launch says.
type SharedVariable struct {
	Name string
	At   int
	Type *syntax.Type
}

// sharedPlace names the place of a byte, nil where no variable has it.
func (k *Kernel) sharedPlace(off int64) *report.Place {
	for _, v := range k.InShared {
		from := int64(v.At)
		if v.At < 0 {
			from = int64((k.SharedBytes + 15) / 16 * 16)
		}
		if size := int64(v.Type.Size()); off >= from && (v.At < 0 || off < from+size) {
			return placeIn(v.Name, v.Type, off-from)
		}
	}
	return nil
}

// placeIn goes down to the innermost array of a type: ta[3], element 5.
func placeIn(name string, typ *syntax.Type, off int64) *report.Place {
	if typ.Kind != word.Array {
		return &report.Place{Array: name, Length: 1}
	}
	each := int64(typ.Elem.Size())
	if typ.Elem.Kind == word.Array && each > 0 {
		return placeIn(fmt.Sprintf("%s[%d]", name, off/each), typ.Elem, off%each)
	}
	return &report.Place{Array: name, Index: off / max(each, 1), Length: int64(max(typ.N, 0))}
}
