// This file defines the types of CUDA C++ and C's rules of conversion.

package cudac

import (
	"gputour/cuda/cudac/word"
	"slices"
	"strconv"
	"strings"
)

// Type is a type of the language. Types are compared with same.
type Type struct {
	Kind     word.Kind
	Elem     *Type // of pointers and arrays
	N        int   // of arrays; -1 where the launch decides
	Name     string
	class    *class   // what a struct is made of
	generic  *generic // a class template that is mentioned with args
	args     []templateArg
	dim      *expr   // of arrays whose length is an expression; of decltype(…)
	params   []*Type // of functions
	member   string  // the type of that name in a class that a template's parameters decide
	Const    bool
	Volatile bool
}

// class is the definition of a struct, class or union, which all mentions of it share.
type class struct {
	name     string
	fields   []Field
	methods  []*function // constructors have the name of the class, destructors ~ before it
	consts   map[string]*decl
	values   map[string]int64 // of the integers among consts
	types    map[string]*Type
	from     *generic // the template it is an instance of
	args     []templateArg
	parent   *class // what it derives from
	within   *class // in which it is defined
	union    bool
	dynamic  bool   // has virtual functions
	id       uint64 // of a dynamic class: what its objects hold
	complete bool
	header   bool // CUDA or its headers define it
	size     int
	align    int
}

// Field is a member of a struct.
type Field struct {
	Name   string
	Type   *Type
	Offset int
	init   *expr

	ref      bool // a reference: the type is a pointer
	bitField bool
	bits     int // of a bit-field; 0 begins a new unit
	shift    int // its lowest bit in the unit at Offset
}

// Members are the members of a struct, in order.
func (t *Type) Members() []Field {
	if t.class == nil {
		return nil
	}
	return t.class.fields
}

// methods are those of one name.
func (t *Type) methods(name string) (list []*function) {
	if t.class == nil {
		return nil
	}
	for _, f := range t.class.methods {
		if f.name == name {
			list = append(list, f)
		}
	}
	return list
}

func (t *Type) constructors() []*function {
	if t.Kind != word.Struct {
		return nil
	}
	return t.methods(t.class.base())
}

// base is the class's name without template arguments.
func (c *class) base() string {
	name, _, _ := strings.Cut(c.name, "<")
	return name
}

// destructor is nil where a struct needs none.
func (t *Type) destructor() *function {
	if t.Kind != word.Struct {
		return nil
	}
	for c := t.class; c != nil; c = c.parent {
		for _, f := range c.methods {
			if f.name == "~"+c.base() {
				return f
			}
		}
	}
	return nil
}

var basic = func() (list [word.Pointer]*Type) {
	for k := range list {
		list[k] = &Type{Kind: word.Kind(k)}
	}
	return
}()

func pointerTo(t *Type) *Type { return &Type{Kind: word.Pointer, Elem: t} }

// Size is the type's bytes.
func (t *Type) Size() int {
	switch t.Kind {
	case word.Array:
		n := t.Elem.Size()
		if n > 0 && t.N > maxObject/n {
			return maxObject + 1
		}
		return max(t.N, 0) * n
	case word.Struct:
		return t.class.size
	}
	return t.Kind.Size()
}

// laidOut reports that a type is no instance of a class template that is still to be made.
func (t *Type) laidOut() bool {
	switch t.Kind {
	case word.Array:
		return t.Elem.laidOut()
	case word.Struct:
		return t.class != nil
	}
	return true
}

// alignment is the type's natural alignment in bytes.
func (t *Type) alignment() int {
	switch t.Kind {
	case word.Array:
		return t.Elem.alignment()
	case word.Struct:
		return max(t.class.align, 1)
	}
	return t.Kind.Size()
}

func (t *Type) isInt() bool    { return t.Kind >= word.Bool && t.Kind <= word.U64 }
func (t *Type) isFloat() bool  { return t.Kind >= word.F16 && t.Kind <= word.F64 }
func (t *Type) isHalf() bool   { return t.Kind == word.F16 || t.Kind == word.BF16 }
func (t *Type) isNumber() bool { return t.isInt() || t.isFloat() }
func (t *Type) isScalar() bool { return t.isNumber() || t.Kind == word.Pointer }
func (t *Type) inMemory() bool { return t.Kind == word.Array || t.Kind == word.Struct }

// String is the type as a programmer writes it.
func (t *Type) String() string {
	name := ""
	switch t.Kind {
	case word.Func:
		var list []string
		for _, p := range t.params {
			list = append(list, p.String())
		}
		return t.Elem.String() + " (" + strings.Join(list, ", ") + ")"
	case word.Pointer:
		if f := t.Elem; f.Kind == word.Func {
			return strings.Replace(f.String(), " (", " (*)(", 1)
		}
		name = t.Elem.String()
		if t.Elem.Kind != word.Pointer {
			name += " "
		}
		name += "*"
	case word.Array:
		name = t.Elem.String() + " [" + strconv.Itoa(t.N) + "]"
		if t.N < 0 {
			name = t.Elem.String() + " []"
		}
	case word.Struct, word.Parameter:
		name = t.Name
		if t.class != nil {
			name = t.class.name
		}
	default:
		name = t.Kind.String()
	}
	if t.Const && t.Kind != word.Pointer {
		return "const " + name
	}
	return name
}

// same reports equal types, apart from const and volatile.
func same(a, b *Type) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case word.Pointer:
		return same(a.Elem, b.Elem)
	case word.Array:
		return a.N == b.N && same(a.Elem, b.Elem)
	case word.Func:
		return same(a.Elem, b.Elem) && slices.EqualFunc(a.params, b.params, same)
	case word.Struct:
		return a.class == b.class && a.generic == b.generic
	case word.Parameter:
		return a.Name == b.Name
	}
	return true
}

// plain is t without const and volatile.
func plain(t *Type) *Type {
	if !t.Const && !t.Volatile {
		return t
	}
	u := *t
	u.Const, u.Volatile = false, false
	return &u
}

// common is the type in which C computes on two arithmetic operands (C11 6.3.1.8).
func common(a, b *Type) *Type {
	return basic[max(a.Kind, b.Kind, word.I32)]
}

func promoted(t *Type) *Type { return basic[max(t.Kind, word.I32)] }

// field finds a member.
func (t *Type) field(name string) *Field {
	if t.class == nil {
		return nil
	}
	for i := range t.class.fields {
		if t.class.fields[i].Name == name {
			return &t.class.fields[i]
		}
	}
	return nil
}

// maxObject bounds the bytes of one variable.
const maxObject = 64 << 20

// layout places the members of a struct; false says that it grows too large.
func (c *class) layout(align int) bool {
	at, size := 0, 0
	c.align, c.complete = max(align, c.align, 1), true
	bit := 0 // the next one that is free, for bit-fields; 0 where at counts
	for i := range c.fields {
		f := &c.fields[i]
		a := max(f.Type.alignment(), 1)
		if f.bitField && !c.union {
			unit := 8 * a
			bit = max(bit, 8*at)
			if f.bits == 0 || bit/unit != (bit+f.bits-1)/unit {
				bit = (bit + unit - 1) / unit * unit
			}
			f.Offset, f.shift = bit/unit*a, bit%unit
			bit += f.bits
			c.align = max(c.align, a)
			at = (bit + 7) / 8
			size = max(size, at)
			continue
		}
		bit = 0
		at = (at + a - 1) / a * a
		f.Offset = at
		if c.align = max(c.align, a); align > 0 {
			c.align = max(align, a)
		}
		if f.Type.Size() > maxObject {
			return false
		}
		at += f.Type.Size()
		if size = max(size, at); size > maxObject {
			return false
		}
		if c.union {
			at = 0
		}
	}
	c.size = max((size+c.align-1)/c.align*c.align, 1)
	return true
}

// vectorTypes are CUDA's built-in vector types, by name.
var vectorTypes = func() map[string]*Type {
	list := map[string]*Type{}
	add := func(name string, kind word.Kind, names string, align int) {
		c := &class{name: name, header: true}
		for i := range names {
			c.fields = append(c.fields, Field{Name: names[i : i+1], Type: basic[kind]})
		}
		c.layout(align)
		list[name] = &Type{Kind: word.Struct, Name: name, class: c}
	}
	bases := map[string]word.Kind{"float": word.F32, "double": word.F64, "int": word.I32, "uint": word.U32, "long": word.I64, "ulong": word.U64, "char": word.I8, "uchar": word.U8, "short": word.I16, "ushort": word.U16, "longlong": word.I64, "ulonglong": word.U64}
	for base, kind := range bases {
		for n := 1; n <= 4; n++ {
			align := kind.Size() * n
			if n == 3 {
				align = kind.Size()
			}
			add(base+strconv.Itoa(n), kind, "xyzw"[:n], min(align, 16))
		}
	}
	add("dim3", word.U32, "xyz", 4)
	add("__half2", word.F16, "xy", 4)
	add("__nv_bfloat162", word.BF16, "xy", 4)
	return list
}()
