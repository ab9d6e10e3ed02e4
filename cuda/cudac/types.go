// This file defines the types of CUDA C++ and C's rules of conversion.

package cudac

import (
	"slices"
	"strconv"
	"strings"
)

// Kind is a sort of type.
type Kind uint8

// The kinds, arithmetic ones in the order of C's conversion rank.
const (
	Void Kind = iota
	Bool
	I8
	U8
	I16
	U16
	I32
	U32
	I64
	U64
	F16
	BF16
	F32
	F64
	Pointer
	Array
	Struct
	Func      // what a function pointer points to; Elem is what it returns
	paramType // a template's type parameter, until it is known
	autoType  // what the initializer has
)

// Type is a type of the language. Types are compared with same.
type Type struct {
	Kind     Kind
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
	if t.Kind != Struct {
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
	if t.Kind != Struct {
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

var kindNames = [...]string{"void", "bool", "char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long", "unsigned long long", "__half", "__nv_bfloat16", "float", "double", "pointer", "array", "struct", "function", "type parameter", "auto"}
var kindSizes = [...]int{1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 8, 0, 0, 0, 0, 0}

var basic = func() (list [Pointer]*Type) {
	for k := range list {
		list[k] = &Type{Kind: Kind(k)}
	}
	return
}()

func pointerTo(t *Type) *Type { return &Type{Kind: Pointer, Elem: t} }

// Size is the type's bytes.
func (t *Type) Size() int {
	switch t.Kind {
	case Array:
		n := t.Elem.Size()
		if n > 0 && t.N > maxObject/n {
			return maxObject + 1
		}
		return max(t.N, 0) * n
	case Struct:
		return t.class.size
	}
	return kindSizes[t.Kind]
}

// laidOut reports that a type is no instance of a class template that is still to be made.
func (t *Type) laidOut() bool {
	switch t.Kind {
	case Array:
		return t.Elem.laidOut()
	case Struct:
		return t.class != nil
	}
	return true
}

// alignment is the type's natural alignment in bytes.
func (t *Type) alignment() int {
	switch t.Kind {
	case Array:
		return t.Elem.alignment()
	case Struct:
		return max(t.class.align, 1)
	}
	return kindSizes[t.Kind]
}

func (t *Type) isInt() bool    { return t.Kind >= Bool && t.Kind <= U64 }
func (t *Type) isFloat() bool  { return t.Kind >= F16 && t.Kind <= F64 }
func (t *Type) isHalf() bool   { return t.Kind == F16 || t.Kind == BF16 }
func (t *Type) isNumber() bool { return t.isInt() || t.isFloat() }
func (t *Type) isScalar() bool { return t.isNumber() || t.Kind == Pointer }
func (t *Type) inMemory() bool { return t.Kind == Array || t.Kind == Struct }

func (k Kind) unsigned() bool {
	return k == Bool || k == U8 || k == U16 || k == U32 || k == U64 || k == Pointer
}

// String is the type as a programmer writes it.
func (t *Type) String() string {
	name := ""
	switch t.Kind {
	case Func:
		var list []string
		for _, p := range t.params {
			list = append(list, p.String())
		}
		return t.Elem.String() + " (" + strings.Join(list, ", ") + ")"
	case Pointer:
		if f := t.Elem; f.Kind == Func {
			return strings.Replace(f.String(), " (", " (*)(", 1)
		}
		name = t.Elem.String()
		if t.Elem.Kind != Pointer {
			name += " "
		}
		name += "*"
	case Array:
		name = t.Elem.String() + " [" + strconv.Itoa(t.N) + "]"
		if t.N < 0 {
			name = t.Elem.String() + " []"
		}
	case Struct, paramType:
		name = t.Name
		if t.class != nil {
			name = t.class.name
		}
	default:
		name = kindNames[t.Kind]
	}
	if t.Const && t.Kind != Pointer {
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
	case Pointer:
		return same(a.Elem, b.Elem)
	case Array:
		return a.N == b.N && same(a.Elem, b.Elem)
	case Func:
		return same(a.Elem, b.Elem) && slices.EqualFunc(a.params, b.params, same)
	case Struct:
		return a.class == b.class && a.generic == b.generic
	case paramType:
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
	return basic[max(a.Kind, b.Kind, I32)]
}

func promoted(t *Type) *Type { return basic[max(t.Kind, I32)] }

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
	add := func(name string, kind Kind, names string, align int) {
		c := &class{name: name, header: true}
		for i := range names {
			c.fields = append(c.fields, Field{Name: names[i : i+1], Type: basic[kind]})
		}
		c.layout(align)
		list[name] = &Type{Kind: Struct, Name: name, class: c}
	}
	bases := map[string]Kind{"float": F32, "double": F64, "int": I32, "uint": U32, "long": I64, "ulong": U64, "char": I8, "uchar": U8, "short": I16, "ushort": U16, "longlong": I64, "ulonglong": U64}
	for base, kind := range bases {
		for n := 1; n <= 4; n++ {
			align := kindSizes[kind] * n
			if n == 3 {
				align = kindSizes[kind]
			}
			add(base+strconv.Itoa(n), kind, "xyzw"[:n], min(align, 16))
		}
	}
	add("dim3", U32, "xyz", 4)
	add("__half2", F16, "xy", 4)
	add("__nv_bfloat162", BF16, "xy", 4)
	return list
}()
