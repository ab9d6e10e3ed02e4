package object

import (
	"runtime"
	"slices"
	"weak"
)

// This file keeps a bytearray's size while memoryviews look at it.

// exports are the views of a bytearray, dead ones among them.
type exports []weak.Pointer[MemoryView]

// lookAt notes that m is a view of its object.
func (m *MemoryView) lookAt() Value {
	if o, ok := m.obj.Object().(*ByteArray); ok {
		if len(o.views) == cap(o.views) {
			o.views.drop()
		}
		o.views = append(o.views, weak.Make(m))
	}
	return Adopt(m, MemoryViewClass)
}

// drop forgets the views that are released or gone.
func (e *exports) drop() {
	*e = slices.DeleteFunc(*e, func(w weak.Pointer[MemoryView]) bool {
		m := w.Value()
		return m == nil || m.released
	})
}

// deadClearer empties the registers of the running code that nothing will read.
type deadClearer interface{ ClearDead() }

// resize is nil if o may change its size: no view is left to look at it. A view that no
// name refers to any more is only known to be gone after a collection.
func (o *ByteArray) resize(t *Thread) error {
	if len(o.views) == 0 {
		return nil
	}
	if o.views.drop(); len(o.views) > 0 {
		if f, ok := t.Frame.(deadClearer); ok {
			f.ClearDead()
		}
		runtime.GC()
		o.views.drop()
	}
	if len(o.views) > 0 {
		return errExported()
	}
	o.views = nil
	return nil
}

func errExported() error {
	return Raise(BufferError, "Existing exports of data: object cannot be re-sized")
}
