package torch

import (
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"gputour/engine/device"
	"gputour/engine/device/caching"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

func init() {
	define := func(c *object.Class, construct func(t *object.Thread, c *object.Class, a object.Args) (object.Value, error), more ...object.Method) {
		c.Define(object.Spec{
			Doc: "The memory of a tensor as a flat sequence: of elements (TypedStorage) or of bytes (UntypedStorage).",
			Slots: object.Slots{
				New: construct,
				Len: func(_ *object.Thread, v object.Value) (int, error) {
					return v.Object().(*values.Storage).T.Numel(), nil
				},
				Repr:    storageRepr,
				GetItem: func(t *object.Thread, v, key object.Value) (object.Value, error) { return storageItem(t, v, key) },
				Iter: func(t *object.Thread, v object.Value) (object.Value, error) {
					list, err := storageList(t, []object.Value{v})
					if err != nil {
						return list, err
					}
					return object.Iter(t, list)
				},
				SetItem: func(t *object.Thread, v, key, value object.Value) error {
					if withoutMemory(v) {
						return nil
					}
					if err := checkStorageIndex(v, key); err != nil {
						return err
					}
					return setItem(t, values.Wrap(v.Object().(*values.Storage).T), key, value)
				},
				Hash: object.ObjectClass.Slots.Hash,
			},
			Props:   storageProps(c == values.StorageClass),
			Methods: append(append(storageMethods(c == values.StorageClass), storageFacts()...), more...),
		})
		moduleClasses = append(moduleClasses, c)
	}
	define(values.StorageClass, typedNew, object.Method{Sig: "pickle_storage_type(self)", Fn: pickleStorageType}, object.Method{Sig: "untyped(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		s, x := state.Of(t), a[0].Object().(*values.Storage).T
		bytes, err := s.Tape.ViewDType(x, tensor.Uint8)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return object.Adopt(&values.Storage{T: bytes}, values.UntypedClass), nil
	}})
	define(values.UntypedClass, untypedNew)
}

func storageProps(typed bool) []object.Prop {
	props := []object.Prop{
		{Name: "device", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return values.DeviceOf(v.Object().(*values.Storage).T.Device()), nil
		}},
		{Name: "is_cuda", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Bool(v.Object().(*values.Storage).T.Device().Info().Kind == device.CUDA), nil
		}},
	}
	props = append(props, object.Prop{Name: "_cdata", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return storageNumber(v.Object().(*values.Storage).T), nil
	}})
	if typed {
		props = append(props, object.Prop{Name: "dtype", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return values.DTypes[v.Object().(*values.Storage).T.DType()], nil
		}})
	}
	return props
}

// storageNumber is one number for each memory, and for each part of it that a slice made a
// storage of: those have more bits than an address, which some other storage may have.
func storageNumber(x *tensor.Tensor) object.Value {
	address, offset, size := reflect.ValueOf(x.Storage()).Pointer(), x.Offset()*x.DType().Size(), x.Numel()*x.DType().Size()
	if offset == 0 && size == x.Storage().Bytes {
		return object.Int(int64(address))
	}
	const room = 48 // bits of an address, an offset and a size
	n := new(big.Int).SetUint64(uint64(address))
	for _, more := range []int{offset, size} {
		n.Lsh(n, room).Add(n, big.NewInt(int64(more)))
	}
	return object.NewBig(n)
}

func storageFacts() []object.Method {
	return []object.Method{
		{Sig: "data_ptr(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			x := a[0].Object().(*values.Storage).T
			if x.Numel() == 0 || withoutMemory(a[0]) {
				return object.Int(0), nil
			}
			return object.Int(addressOf(state.Of(t), x) + int64(x.Offset()*x.DType().Size())), nil
		}},
		{Sig: "size(self)", Fn: storageSize}, {Sig: "element_size(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.Int(int64(a[0].Object().(*values.Storage).T.DType().Size())), nil
		}},
		{Sig: "nbytes(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			x := a[0].Object().(*values.Storage).T
			return object.Int(int64(x.Numel() * x.DType().Size())), nil
		}},
		{Sig: "tolist(self)", Fn: storageList},
		{Sig: "_write_file(self, f, is_real_file, save_size, element_size, /)", Fn: dispatch.ViaPython("torch.storage", "_write_file")},
		{Sig: "get_device(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return tensorGetDevice(t, []object.Value{values.Wrap(a[0].Object().(*values.Storage).T)})
		}},
	}
}

var (
	typedParser   = dispatch.NewParser(dispatch.Function, "TypedStorage", "TypedStorage(object? data=None, *, object? wrap_storage=None, ScalarType? dtype=None, Device? device=None)")
	untypedParser = dispatch.NewParser(dispatch.Function, "UntypedStorage", "UntypedStorage(object? data=None, *, Device? device=None)")
)

// typedNew makes a storage of a type: of a size, of numbers, or of the bytes of an untyped one.
func typedNew(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
	_, args, err := typedParser.Parse(nil, a)
	if err != nil {
		return object.Value{}, err
	}
	s, o := state.Of(t), tensor.Options{}
	if d, ok := values.As[*values.DType](args[2]); ok {
		o.DType = d.D
	}
	if bytes, ok := values.As[*values.Storage](args[1]); ok {
		x, err := s.Tape.ViewDType(bytes.T, o.DType)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return object.Adopt(&values.Storage{T: x}, c), nil
	}
	return newStorage(s, t, c, args[0], args[3], o)
}

func untypedNew(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
	_, args, err := untypedParser.Parse(nil, a)
	if err != nil {
		return object.Value{}, err
	}
	return newStorage(state.Of(t), t, c, args[0], args[1], tensor.Options{DType: tensor.Uint8})
}

// newStorage makes a storage of a size, or of a sequence of numbers.
func newStorage(s *state.Session, t *object.Thread, c *object.Class, data, dev object.Value, o tensor.Options) (object.Value, error) {
	var err error
	if !dev.IsNil() {
		if o.Device, err = s.DeviceArg(t, dev); err != nil {
			return object.Value{}, err
		}
	}
	if !data.IsNil() && !object.IsInteger(data) {
		v, err := legacyData(s, t, data, o)
		if err != nil {
			return object.Value{}, err
		}
		return object.Adopt(&values.Storage{T: v}, c), nil
	}
	n := int64(0)
	if !data.IsNil() {
		n, _ = object.AsInt(data)
	}
	x, err := s.Tape.Zeros([]int{int(n)}, o)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return object.Adopt(&values.Storage{T: x}, c), nil
}

// storageOf makes the storage object of a tensor.
func storageOf(s *state.Session, x *tensor.Tensor) (object.Value, error) {
	n := x.Storage().Bytes / x.DType().Size()
	flat, err := s.Tape.Env.AsStrided(x.Data(), []int{n}, []int{1}, 0)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return object.Adopt(&values.Storage{T: flat}, values.StorageClass), nil
}

func tensorStorage(t *object.Thread, a []object.Value) (object.Value, error) {
	return storageOf(state.Of(t), values.TensorOf(a[0]))
}

// withoutMemory says whether a storage lies on the device meta.
func withoutMemory(v object.Value) bool {
	return v.Object().(*values.Storage).T.Device().Info().Kind == device.Meta
}

func noMemory() error {
	return object.Raise(object.NotImplementedError, "Not available for 'meta' device type")
}

// storageList is the elements of a storage.
func storageList(t *object.Thread, a []object.Value) (object.Value, error) {
	if withoutMemory(a[0]) {
		return object.Value{}, noMemory()
	}
	return tensorTolist(t, []object.Value{values.Wrap(a[0].Object().(*values.Storage).T)})
}

// betweenProcesses is a method that shares memory between processes: of the CPU's alone, whose sessions share it anyway.
func betweenProcesses(text string) object.GoFunc {
	return func(_ *object.Thread, a []object.Value) (object.Value, error) {
		if withoutMemory(a[0]) {
			return object.Value{}, object.Raise(object.RuntimeError, "%s: only available on CPU", text)
		}
		return a[0], nil
	}
}

func storageSize(_ *object.Thread, a []object.Value) (object.Value, error) {
	return object.Int(int64(a[0].Object().(*values.Storage).T.Numel())), nil
}

func storageItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	_, slice := key.Object().(*object.Slice)
	if withoutMemory(v) {
		return object.Value{}, noMemory()
	}
	switch typed := v.Class() == values.StorageClass; {
	case typed && slice:
		return object.Value{}, object.Raise(object.RuntimeError, "slices are only supported in UntypedStorage.__getitem__")
	case !slice && !object.IsInteger(key):
		return object.Value{}, object.Raise(object.RuntimeError, "can't index a %s with %s", values.ClassText(v), values.ClassText(key))
	}
	if err := checkStorageIndex(v, key); err != nil {
		return object.Value{}, err
	}
	x, err := getItem(t, values.Wrap(v.Object().(*values.Storage).T), key)
	if err != nil {
		return x, err
	}
	if slice {
		return object.Adopt(&values.Storage{T: values.TensorOf(x)}, v.Class()), nil
	}
	return item(t, x)
}

func storageRepr(t *object.Thread, v object.Value) (string, error) {
	x := v.Object().(*values.Storage).T
	var b strings.Builder
	if withoutMemory(v) {
		b.WriteString("...\n")
	} else if err := writeElements(t, &b, x); err != nil {
		return "", err
	}
	info := x.Device().Info()
	if v.Class() != values.StorageClass {
		return b.String() + "[torch.storage.UntypedStorage(device=" + info.String() + ") of size " + strconv.Itoa(x.Numel()) + "]", nil
	}
	return b.String() + "[torch.storage.TypedStorage(dtype=" + x.DType().String() + ", device=" + info.String() + ") of size " +
		strconv.Itoa(x.Numel()) + "]", nil
}

func writeElements(t *object.Thread, b *strings.Builder, x *tensor.Tensor) error {
	list, err := state.Of(t).Tape.Scalars(x)
	if err != nil {
		return state.Of(t).Raise(err)
	}
	for _, n := range list {
		text, err := object.Repr(t, values.Number(n))
		if err != nil {
			return err
		}
		b.WriteString(" " + text + "\n")
	}
	if len(list) == 0 {
		b.WriteString(" \n")
	}
	return nil
}

// storageMethods work on the memory as on a flat tensor. What gives a tensor gives a storage.
func storageMethods(typed bool) []object.Method {
	of := func(name string) object.GoFunc {
		return func(t *object.Thread, a []object.Value) (object.Value, error) {
			args := append([]object.Value(nil), a...)
			for i, v := range args {
				if o, ok := v.Object().(*values.Storage); ok {
					args[i] = values.Wrap(o.T)
				}
			}
			v, err := object.CallAttr(t, args[0], name, args[1:]...)
			if err != nil || !values.IsTensor(v) {
				return v, err
			}
			if values.TensorOf(v) == values.TensorOf(args[0]) {
				return a[0], nil
			}
			if !typed {
				return object.Adopt(&values.Storage{T: values.TensorOf(v)}, values.UntypedClass), nil
			}
			return storageOf(state.Of(t), values.TensorOf(v))
		}
	}
	list := []object.Method{
		{Sig: "__deepcopy__(self, memo, /)", Fn: storageDeepCopy}, {Sig: "__reduce__(self, /)", Fn: dispatch.ViaPython("torch.storage", "_reduced")},
		{Sig: "fill_(self, value, /)", Fn: of("fill_")}, {Sig: "copy_(self, source, non_blocking=False)", Fn: of("copy_")},
		{Sig: "is_pinned(self)", Fn: of("is_pinned")}, {Sig: "is_shared(self)", Fn: falseMethod}, {Sig: "share_memory_(self)", Fn: betweenProcesses("_share_fd_")},
		{Sig: "_share_fd_cpu_(self)", Fn: betweenProcesses("_share_fd_")}, {Sig: "_share_filename_cpu_(self)", Fn: betweenProcesses("_share_filename_")},
		{Sig: "type(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			name := state.Of(t).Tape.TypeName(a[0].Object().(*values.Storage).T)
			return object.NewStr(strings.TrimSuffix(name, "Tensor") + "Storage"), nil
		}},
		{Sig: "resize_(self, size)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			if withoutMemory(a[0]) {
				return object.Value{}, object.Raise(object.RuntimeError, "UntypedStorage.resize_: got unexpected device type meta")
			}
			n, _ := object.AsInt(a[1])
			x := a[0].Object().(*values.Storage).T
			if err := state.Of(t).Tape.Resize(x, []int{int(n)}); err != nil {
				return object.Value{}, state.Of(t).Raise(err)
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

// pickleStorageType is the name by which files know storages of a type.
func pickleStorageType(t *object.Thread, a []object.Value) (object.Value, error) {
	kind := state.Of(t).Tape.TypeName(a[0].Object().(*values.Storage).T)
	return object.NewStr(strings.TrimSuffix(kind[strings.LastIndexByte(kind, '.')+1:], "Tensor") + "Storage"), nil
}

// storageDeepCopy is a storage over the copy that the tensors copied with it have.
func storageDeepCopy(t *object.Thread, a []object.Value) (object.Value, error) {
	s := state.Of(t)
	memo, _ := a[1].Object().(*object.Dict)
	y, err := copyStorage(s, t, a[0].Object().(*values.Storage).T, memo)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return object.Adopt(&values.Storage{T: y}, a[0].Class()), nil
}

// checkStorageIndex refuses what lies beyond the storage.
func checkStorageIndex(v, key object.Value) error {
	n := int64(v.Object().(*values.Storage).T.Numel())
	if i, ok := object.AsInt(key); ok && (i < -n || i >= n) {
		return object.Raise(object.IndexError, "index %d out of range for storage of size %d", i, n)
	}
	return nil
}

// addressOf is where the memory of a tensor begins, on its own device.
func addressOf(s *state.Session, x *tensor.Tensor) int64 {
	if b := x.Storage().Host; len(b) > 0 {
		return int64(reflect.ValueOf(b).Pointer())
	}
	return caching.Address(&x.Storage().Buffer)
}

// storageFits refuses a storage of another type than a tensor has.
func storageFits(v object.Value, d tensor.DType, name, where string) error {
	o, ok := v.Object().(*values.Storage)
	if !ok || v.Class() == values.UntypedClass || o.T.DType() == d {
		return nil
	}
	got := "got "
	if where != "" {
		got += "type "
	}
	return object.Raise(object.RuntimeError, "Expected a Storage of type %s or an UntypedStorage, but %s%s%s", name, got, o.T.DType().Scalar(), where)
}

// overStorage is a tensor over a storage, whose bytes are taken for elements of type d.
func overStorage(s *state.Session, v object.Value, d tensor.DType) (*tensor.Tensor, error) {
	if err := storageFits(v, d, d.Scalar(), ""); err != nil {
		return nil, err
	}
	x := v.Object().(*values.Storage).T
	if x.DType() == d {
		return x.Data(), nil
	}
	y, err := s.Tape.ViewDType(x, d)
	if err != nil {
		return nil, s.Raise(err)
	}
	return y, nil
}

// tensorSet makes a tensor a view of another's memory, or of a storage's.
func tensorSet(t *object.Thread, a []object.Value) (object.Value, error) {
	s, x := state.Of(t), values.TensorOf(a[0])
	var source *tensor.Tensor
	begin := 0 // where a storage begins that is a slice of another
	switch o := a[1].Object().(type) {
	case *values.Tensor:
		if source = o.T; source.DType() != x.DType() {
			return object.Value{}, object.Raise(object.RuntimeError, "Could not set tensor of type %s to a tensor of type %s", dispatch.InC[source.DType()], dispatch.InC[x.DType()])
		}
	case *values.Storage:
		if err := storageFits(a[1], x.DType(), dispatch.InC[x.DType()], " for argument 1 'storage'"); err != nil {
			return object.Value{}, err
		}
		if source = o.T; a[1].Class() == values.UntypedClass && x.DType() != tensor.Uint8 { // bytes are taken for the tensor's own type
			y, err := s.Tape.ViewDType(source, x.DType())
			if err != nil {
				return object.Value{}, s.Raise(err)
			}
			source = y
		}
		begin = source.Offset()
	default:
		y, err := s.Tape.Empty([]int{0}, x.Like())
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		source = y
	}
	if !a[3].IsNone() {
		size, stride := values.IntItems(a[3]), values.IntItems(a[4])
		if stride == nil {
			stride = make([]int, len(size))
			n := 1
			for i := len(size) - 1; i >= 0; i-- {
				stride[i] = n
				n *= size[i]
			}
		}
		offset, _ := object.AsInt(a[2])
		y, err := s.Tape.Env.AsStrided(source, size, stride, begin+int(offset))
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		source = y
	}
	x.Set(source)
	return a[0], nil
}
