package torch

import (
	"reflect"
	"strconv"
	"strings"

	"gputour/engine/device/caching"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// storage is what x.storage() returns: the memory of a tensor as a flat list.
type storage struct {
	object.Head
	x *tensor.Tensor // all of the memory, flat; bytes of an untyped storage
}

var (
	storageClass = object.NewBuiltin("torch.storage.TypedStorage")
	untypedClass = object.NewBuiltin("torch.storage.UntypedStorage")
)

func init() {
	define := func(c *object.Class, construct func(t *object.Thread, c *object.Class, a object.Args) (object.Value, error), more ...object.Method) {
		c.Define(object.Spec{
			Doc: "The memory of a tensor as a flat sequence: of elements (TypedStorage) or of bytes (UntypedStorage).",
			Slots: object.Slots{
				New:     construct,
				Len:     func(_ *object.Thread, v object.Value) (int, error) { return v.Object().(*storage).x.Numel(), nil },
				Repr:    storageRepr,
				GetItem: func(t *object.Thread, v, key object.Value) (object.Value, error) { return storageItem(t, v, key) },
				SetItem: func(t *object.Thread, v, key, value object.Value) error {
					if err := checkStorageIndex(v, key); err != nil {
						return err
					}
					return setItem(t, wrap(v.Object().(*storage).x), key, value)
				},
				Hash: object.ObjectClass.Slots.Hash,
			},
			Props:   storageProps(c == storageClass),
			Methods: append(append(storageMethods(c == storageClass), storageFacts()...), more...),
		})
		moduleClasses = append(moduleClasses, c)
	}
	define(storageClass, typedNew, object.Method{Sig: "untyped(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		s, x := stateOf(t), a[0].Object().(*storage).x
		bytes, err := s.tape.ViewDType(x, tensor.Uint8)
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return object.Adopt(&storage{x: bytes}, untypedClass), nil
	}})
	define(untypedClass, untypedNew)
}

func storageProps(typed bool) []object.Prop {
	props := []object.Prop{
		{Name: "device", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return deviceValue(v.Object().(*storage).x.Device()), nil
		}},
		{Name: "is_cuda", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Bool(!v.Object().(*storage).x.IsCPU()), nil
		}},
	}
	if typed {
		props = append(props, object.Prop{Name: "dtype", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return dtypes[v.Object().(*storage).x.DType()], nil
		}})
	}
	return props
}

func storageFacts() []object.Method {
	return []object.Method{
		{Sig: "data_ptr(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.Int(stateOf(t).address(a[0].Object().(*storage).x)), nil
		}},
		{Sig: "size(self)", Fn: storageSize}, {Sig: "element_size(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.Int(int64(a[0].Object().(*storage).x.DType().Size())), nil
		}},
		{Sig: "nbytes(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			x := a[0].Object().(*storage).x
			return object.Int(int64(x.Numel() * x.DType().Size())), nil
		}},
		{Sig: "tolist(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return tensorTolist(t, []object.Value{wrap(a[0].Object().(*storage).x)})
		}},
		{Sig: "get_device(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return tensorGetDevice(t, []object.Value{wrap(a[0].Object().(*storage).x)})
		}},
	}
}

var (
	typedParser   = newParser(asFunction, "TypedStorage", "TypedStorage(object? data=None, *, object? wrap_storage=None, ScalarType? dtype=None, Device? device=None)")
	untypedParser = newParser(asFunction, "UntypedStorage", "UntypedStorage(object? data=None, *, Device? device=None)")
)

// typedNew makes a storage of a type: of a size, of numbers, or of the bytes of an untyped one.
func typedNew(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
	_, args, err := typedParser.parse(nil, a)
	if err != nil {
		return object.Value{}, err
	}
	s, o := stateOf(t), tensor.Options{}
	if d, ok := given[*dtype](args[2]); ok {
		o.DType = d.D
	}
	if bytes, ok := given[*storage](args[1]); ok {
		x, err := s.tape.ViewDType(bytes.x, o.DType)
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		return object.Adopt(&storage{x: x}, c), nil
	}
	return s.newStorage(t, c, args[0], args[3], o)
}

// given is an argument of a kind; ok is false where there is another or none.
func given[T any](v object.Value) (x T, ok bool) {
	if !v.IsNil() {
		x, ok = v.Object().(T)
	}
	return x, ok
}

func untypedNew(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
	_, args, err := untypedParser.parse(nil, a)
	if err != nil {
		return object.Value{}, err
	}
	return stateOf(t).newStorage(t, c, args[0], args[1], tensor.Options{DType: tensor.Uint8})
}

// newStorage makes a storage of a size, or of a sequence of numbers.
func (s *state) newStorage(t *object.Thread, c *object.Class, data, dev object.Value, o tensor.Options) (object.Value, error) {
	var err error
	if !dev.IsNil() {
		if o.Device, err = s.deviceArg(t, dev); err != nil {
			return object.Value{}, err
		}
	}
	if !data.IsNil() && !object.IsInteger(data) {
		v, err := s.legacyData(t, data, o)
		if err != nil {
			return object.Value{}, err
		}
		return object.Adopt(&storage{x: v}, c), nil
	}
	n := int64(0)
	if !data.IsNil() {
		n, _ = object.AsInt(data)
	}
	x, err := s.tape.Zeros([]int{int(n)}, o)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return object.Adopt(&storage{x: x}, c), nil
}

// storageOf makes the storage object of a tensor.
func storageOf(s *state, x *tensor.Tensor) (object.Value, error) {
	n := x.Storage().Bytes / x.DType().Size()
	flat, err := s.tape.Env.AsStrided(x.Data(), []int{n}, []int{1}, 0)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return object.Adopt(&storage{x: flat}, storageClass), nil
}

func tensorStorage(t *object.Thread, a []object.Value) (object.Value, error) {
	return storageOf(stateOf(t), self(a[0]))
}

func storageSize(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Int(int64(a[0].Object().(*storage).x.Numel())), nil
}

func storageItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	_, slice := key.Object().(*object.Slice)
	switch typed := v.Class() == storageClass; {
	case typed && slice:
		return object.Value{}, refusal("slices are only supported in UntypedStorage.__getitem__")
	case !slice && !object.IsInteger(key):
		return object.Value{}, refusal("can't index a %s with %s", classText(v), classText(key))
	}
	if err := checkStorageIndex(v, key); err != nil {
		return object.Value{}, err
	}
	x, err := getItem(t, wrap(v.Object().(*storage).x), key)
	if err != nil {
		return x, err
	}
	if slice {
		return object.Adopt(&storage{x: self(x)}, v.Class()), nil
	}
	return item(t, x)
}

func storageRepr(t *object.Thread, v object.Value) (string, error) {
	x := v.Object().(*storage).x
	list, err := stateOf(t).tape.Scalars(x)
	if err != nil {
		return "", stateOf(t).raise(err)
	}
	var b strings.Builder
	for _, n := range list {
		text, err := object.Repr(t, Number(n))
		if err != nil {
			return "", err
		}
		b.WriteString(" " + text + "\n")
	}
	if len(list) == 0 {
		b.WriteString(" \n")
	}
	info := x.Device().Info()
	if v.Class() != storageClass {
		return b.String() + "[torch.storage.UntypedStorage(device=" + info.String() + ") of size " + strconv.Itoa(x.Numel()) + "]", nil
	}
	return b.String() + "[torch.storage.TypedStorage(dtype=" + x.DType().String() + ", device=" + info.String() + ") of size " +
		strconv.Itoa(x.Numel()) + "]", nil
}

// storageMethods work on the memory as on a flat tensor. What gives a tensor gives a storage.
func storageMethods(typed bool) []object.Method {
	of := func(name string) object.GoFunc {
		return func(t *object.Thread, a []object.Value) (object.Value, error) {
			args := append([]object.Value(nil), a...)
			for i, v := range args {
				if o, ok := v.Object().(*storage); ok {
					args[i] = wrap(o.x)
				}
			}
			v, err := object.CallAttr(t, args[0], name, args[1:]...)
			if err != nil || !isTensor(v) {
				return v, err
			}
			if self(v) == self(args[0]) {
				return a[0], nil
			}
			if !typed {
				return object.Adopt(&storage{x: self(v)}, untypedClass), nil
			}
			return storageOf(stateOf(t), self(v))
		}
	}
	list := []object.Method{
		{Sig: "fill_(self, value, /)", Fn: of("fill_")}, {Sig: "copy_(self, source, non_blocking=False)", Fn: of("copy_")},
		{Sig: "is_pinned(self)", Fn: of("is_pinned")}, {Sig: "is_shared(self)", Fn: falseMethod}, {Sig: "share_memory_(self)", Fn: selfMethod},
		{Sig: "type(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			name := stateOf(t).tape.TypeName(a[0].Object().(*storage).x)
			return object.NewStr(strings.TrimSuffix(name, "Tensor") + "Storage"), nil
		}},
		{Sig: "resize_(self, size)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			n, _ := object.AsInt(a[1])
			x := a[0].Object().(*storage).x
			if err := stateOf(t).tape.Resize(x, []int{int(n)}); err != nil {
				return object.Value{}, stateOf(t).raise(err)
			}
			return object.None, nil
		}},
	}
	for _, name := range []string{"clone", "cpu", "cuda", "pin_memory"} {
		list = append(list, object.Method{Sig: name + "(self)", Fn: of(name)})
	}
	if !typed {
		return list
	}
	for _, name := range strings.Fields("double float half long int short char byte bool bfloat16") {
		list = append(list, object.Method{Sig: name + "(self)", Fn: of(name)})
	}
	return list
}

// checkStorageIndex refuses what lies beyond the storage.
func checkStorageIndex(v, key object.Value) error {
	n := int64(v.Object().(*storage).x.Numel())
	if i, ok := object.AsInt(key); ok && (i < -n || i >= n) {
		return object.Raise(object.IndexError, "index %d out of range for storage of size %d", i, n)
	}
	return nil
}

// address is where the memory of a tensor begins, on its own device.
func (s *state) address(x *tensor.Tensor) int64 {
	if b := x.Storage().Host; len(b) > 0 {
		return int64(reflect.ValueOf(b).Pointer())
	}
	return caching.Address(&x.Storage().Buffer)
}

// tensorSet makes a tensor a view of another's memory, or of a storage's.
func tensorSet(t *object.Thread, a []object.Value) (object.Value, error) {
	s, x := stateOf(t), self(a[0])
	var source *tensor.Tensor
	switch o := a[1].Object().(type) {
	case *Tensor:
		source = o.T
	case *storage:
		if source = o.x; a[1].Class() == untypedClass && x.DType() != tensor.Uint8 { // bytes are taken for the tensor's own type
			y, err := s.tape.ViewDType(source, x.DType())
			if err != nil {
				return object.Value{}, s.raise(err)
			}
			source = y
		}
	default:
		y, err := s.tape.Empty([]int{0}, x.Like())
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		source = y
	}
	if !a[3].IsNone() {
		size, stride := intItems(a[3]), intItems(a[4])
		if stride == nil {
			stride = make([]int, len(size))
			n := 1
			for i := len(size) - 1; i >= 0; i-- {
				stride[i] = n
				n *= size[i]
			}
		}
		offset, _ := object.AsInt(a[2])
		y, err := s.tape.Env.AsStrided(source, size, stride, int(offset))
		if err != nil {
			return object.Value{}, s.raise(err)
		}
		source = y
	}
	x.Set(source)
	return a[0], nil
}

func intItems(v object.Value) []int {
	items, ok := sequenceItems(v)
	if !ok {
		return nil
	}
	out := make([]int, len(items))
	for i, item := range items {
		n, _ := object.AsInt(item)
		out[i] = int(n)
	}
	return out
}
