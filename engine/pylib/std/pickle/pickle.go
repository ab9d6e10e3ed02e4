// Package pickle is Python's module _pickle: objects as bytes and back.
package pickle

import (
	"bytes"

	"gputour/engine/object"
)

// Module _pickle: objects as bytes and back, protocols 0 to 5, byte for byte as
// CPython's C module writes them (PEP 307, 3154, 3118 and 574; the opcodes are described
// in CPython's Lib/pickletools.py). This file defines the module and what both directions
// share; the others are named for what they do.

// The exceptions of pickle.
var pickleError, picklingError, unpicklingError = object.NewBuiltin("_pickle.PickleError"),
	object.NewBuiltin("_pickle.PicklingError"), object.NewBuiltin("_pickle.UnpicklingError")

func init() {
	pickleError.Define(object.Spec{Bases: []*object.Class{object.ExceptionClass}})
	picklingError.Define(object.Spec{Bases: []*object.Class{pickleError}})
	unpicklingError.Define(object.Spec{Bases: []*object.Class{pickleError}})
}

const (
	pickleDefault = 4
	pickleHighest = 5
	pickleBatch   = 1000 // items of a list or dict between two opcodes
)

func Init(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_pickle", "Objects as bytes, and back.")
	m.AddFuncs(
		object.Def("dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None)", pickleDump, "Writes an object to a file."),
		object.Def("dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None)", pickleDumps, "An object as bytes."),
		object.Def("load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())", pickleLoad, "Reads an object from a file."),
		object.Def("loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())", pickleLoads, "The object of some bytes."),
	)
	for name, c := range map[string]*object.Class{"PickleError": pickleError, "PicklingError": picklingError,
		"UnpicklingError": unpicklingError, "Pickler": picklerClass, "Unpickler": unpicklerClass, "PickleBuffer": pickleBufferClass} {
		m.Dict.Set(name, c.Value())
	}
	return m, nil
}

func pickleDump(t *object.Thread, a []object.Value) (object.Value, error) {
	p := &pickler{}
	object.Adopt(p, picklerClass)
	if err := p.begin(t, a[1:]); err != nil {
		return object.Value{}, err
	}
	return object.None, p.dump(t, a[0])
}

func pickleDumps(t *object.Thread, a []object.Value) (object.Value, error) {
	p := &pickler{}
	object.Adopt(p, picklerClass)
	if err := p.configure(t, a[1], a[2], a[3]); err != nil {
		return object.Value{}, err
	}
	s := takeScratch(t)
	p.out.data, p.memo.entries, p.memo.index, p.items = s.out, s.entries, s.index, s.values
	err := p.run(t, a[0])
	data := p.out.data
	s.out, s.entries, s.index, s.values = data[:0], p.memo.entries, p.memo.index, p.items
	p.out.data, p.memo, p.items = nil, pickleMemo{}, nil
	if err == nil {
		err = t.Charge(len(data))
	}
	if err != nil {
		giveScratch(t, s)
		return object.Value{}, err
	}
	if cap(data) > mostScratchBytes { // it goes to the result as it is
		s.out = nil
	} else {
		data = bytes.Clone(data)
	}
	giveScratch(t, s)
	return object.NewBytes(data), nil
}

func pickleLoad(t *object.Thread, a []object.Value) (object.Value, error) {
	u := &unpickler{}
	object.Adopt(u, unpicklerClass)
	if err := u.begin(t, a); err != nil {
		return object.Value{}, err
	}
	return u.load(t)
}

func pickleLoads(t *object.Thread, a []object.Value) (object.Value, error) {
	data, err := object.Buffer(a[0])
	if err != nil {
		return object.Value{}, err
	}
	u := &unpickler{in: pickleInput{data: data}}
	object.Adopt(u, unpicklerClass)
	if err := u.configure(t, a[1:]); err != nil {
		return object.Value{}, err
	}
	s := takeScratch(t)
	u.stack, u.marks, u.memo.dense = s.values, s.marks, s.dense
	v, err := u.load(t)
	s.values, s.marks, s.dense = u.stack, u.marks[:0], u.memo.dense
	u.stack, u.marks, u.memo = nil, nil, unpickleMemo{}
	giveScratch(t, s)
	return v, err
}

// pickleBuffer is a buffer that may travel outside the pickle.
type pickleBuffer struct {
	object.Head
	of object.Value // zero once released
}

var pickleBufferClass = object.NewBuiltin("pickle.PickleBuffer").Define(object.Spec{
	Doc:       "Wrapper for potentially out-of-band buffers",
	Signature: "PickleBuffer(object, /)",
	Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
		if _, err := object.Buffer(a[0]); err != nil {
			return object.Value{}, err
		}
		return object.Adopt(&pickleBuffer{of: a[0]}, c), nil
	},
	Methods: []object.Method{
		{Sig: "raw(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			view, err := a[0].Object().(*pickleBuffer).view(t)
			if err != nil {
				return object.Value{}, err
			}
			return object.CallAttr(t, view, "cast", object.NewStr("B"))
		}, Doc: "Return a memoryview of the raw memory underlying this buffer."},
		{Sig: "release(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			a[0].Object().(*pickleBuffer).of = object.Value{}
			return object.None, nil
		}, Doc: "Release the underlying buffer."},
	},
})

func (b *pickleBuffer) view(t *object.Thread) (object.Value, error) {
	if b.of.IsNil() {
		return object.Value{}, object.Raise(object.ValueError, "operation forbidden on released PickleBuffer object")
	}
	return object.Call(t, object.MemoryViewClass.Value(), b.of)
}
