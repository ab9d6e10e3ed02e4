package object

import (
	"runtime"
	"slices"
	"weak"
)

// This file keeps the size of an object while memoryviews look at it.

// Exports are the views of an object, dead ones among them.
type Exports []weak.Pointer[MemoryView]

// Exporter is an object that could change its size, but not while views look at it.
type Exporter interface {
	Object
	Exports() *Exports
}

// Exports are the views of o.
func (o *ByteArray) Exports() *Exports { return &o.views }

// lookAt notes that m is a view of its object.
func (m *MemoryView) lookAt() Value {
	if o, ok := m.obj.Object().(Exporter); ok {
		e := o.Exports()
		if len(*e) == cap(*e) {
			e.drop()
		}
		*e = append(*e, weak.Make(m))
	}
	return Adopt(m, MemoryViewClass)
}

// drop forgets the views that are released or gone.
func (e *Exports) drop() {
	*e = slices.DeleteFunc(*e, func(w weak.Pointer[MemoryView]) bool {
		m := w.Value()
		return m == nil || m.released
	})
}

// deadClearer empties the registers of the running code that nothing will read.
type deadClearer interface{ ClearDead() }

// Free tells whether no view is left. A view that no name refers to any more is only known
// to be gone after a collection.
func (e *Exports) Free(t *Thread) bool {
	if len(*e) == 0 {
		return true
	}
	if e.drop(); len(*e) > 0 {
		if f, ok := t.Frame.(deadClearer); ok {
			f.ClearDead()
		}
		runtime.GC()
		e.drop()
	}
	if len(*e) > 0 {
		return false
	}
	*e = nil
	return true
}

// resize is nil if o may change its size: no view is left to look at it.
func (o *ByteArray) resize(t *Thread) error {
	if !o.views.Free(t) {
		return errExported()
	}
	return nil
}

func errExported() error {
	return Raise(BufferError, "Existing exports of data: object cannot be re-sized")
}
