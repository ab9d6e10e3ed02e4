package torch

import (
	"strconv"
	"strings"

	"gputour/engine/device"
	"gputour/engine/device/meta"
	"gputour/engine/object"
)

// Device is a torch.device: a type and perhaps an index.
type Device struct {
	object.Head
	Type  string // "cpu", "cuda", or another type that PyTorch knows
	Index int    // -1: none
}

// DeviceClass is torch.device.
var DeviceClass = object.NewBuiltin("torch.device")

// deviceTypes are the types that the text of a device may name.
const deviceTypes = "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, ort, xla, lazy, vulkan, mps, meta, hpu, privateuseone"

var knownTypes = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Split(deviceTypes, ", ") {
		m[name] = true
	}
	return m
}()

var deviceParser = newParser(asFunction, "Device", "Device(Device device)", "Device(str type, int? index=-1)")

func init() {
	DeviceClass.Define(object.Spec{
		Doc:       "A device on which a tensor is or will be allocated.",
		Qualified: true,
		Slots: object.Slots{
			New:     deviceNew,
			Repr:    func(_ *object.Thread, v object.Value) (string, error) { return v.Object().(*Device).repr(), nil },
			Str:     func(_ *object.Thread, v object.Value) (string, error) { return v.Object().(*Device).String(), nil },
			Hash:    deviceHash,
			Compare: deviceCompare,
		},
		Props: []object.Prop{
			{Name: "type", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(v.Object().(*Device).Type), nil
			}},
			{Name: "index", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if d := v.Object().(*Device); d.Index >= 0 {
					return object.Int(int64(d.Index)), nil
				}
				return object.None, nil
			}},
		},
		Methods: []object.Method{{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			d := a[0].Object().(*Device)
			args := []object.Value{object.NewStr(d.Type)}
			if d.Index >= 0 {
				args = append(args, object.Int(int64(d.Index)))
			}
			return object.NewTuple(DeviceClass.Value(), object.NewTuple(args...)), nil
		}}, {Sig: "__enter__(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			s := stateOf(t)
			s.defaultDevices = append(s.defaultDevices, a[0].Object().(*Device))
			return a[0], nil
		}}, {Sig: "__exit__(self, type, value, traceback, /)", Fn: func(t *object.Thread, _ []object.Value) (object.Value, error) {
			if s := stateOf(t); len(s.defaultDevices) > 0 {
				s.defaultDevices = s.defaultDevices[:len(s.defaultDevices)-1]
			}
			return object.None, nil
		}}},
	})
	moduleFunctions = append(moduleFunctions,
		object.Def("_set_default_device(device, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			s := stateOf(t)
			d, _ := a[0].Object().(*Device)
			if len(s.defaultDevices) == 0 {
				s.defaultDevices = append(s.defaultDevices, nil)
			}
			s.defaultDevices[0] = d
			return object.None, nil
		}, ""),
		object.Def("_default_device(/)", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			if list := stateOf(t).defaultDevices; len(list) > 0 && list[len(list)-1] != nil {
				return object.Of(list[len(list)-1]), nil
			}
			return object.None, nil
		}, ""))
}

// String is "cuda:1", or "cuda" without an index.
func (d *Device) String() string {
	if d.Index < 0 {
		return d.Type
	}
	return d.Type + ":" + strconv.Itoa(d.Index)
}

func (d *Device) repr() string {
	s := "device(type='" + d.Type + "'"
	if d.Index >= 0 {
		s += ", index=" + strconv.Itoa(d.Index)
	}
	return s + ")"
}

func newDevice(typ string, index int) object.Value {
	return object.Adopt(&Device{Type: typ, Index: index}, DeviceClass)
}

// deviceValue is the torch.device of a device of the engine.
func deviceValue(d device.Device) object.Value {
	info := d.Info()
	if info.Kind == device.CPU || info.Kind == device.Meta {
		return newDevice(info.Kind.String(), -1)
	}
	return newDevice(info.Kind.String(), info.Index)
}

func deviceNew(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
	var buf [4]object.Value
	o, args, err := deviceParser.parse(buf[:], a)
	if err != nil {
		return object.Value{}, err
	}
	if len(o.params) == 1 {
		d, err := parseDevice(t, args[0])
		if err != nil {
			return object.Value{}, err
		}
		return object.Adopt(d, c), nil
	}
	typ, _ := object.AsStr(args[0])
	d, err := deviceText(typ)
	if err != nil {
		return object.Value{}, err
	}
	if strings.Contains(typ, ":") {
		return object.Value{}, object.Raise(object.RuntimeError, "type (string) must not include an index because index was passed explicitly: %s", typ)
	}
	if !args[1].IsNil() {
		n, _ := object.AsInt(args[1])
		if n < 0 {
			return object.Value{}, object.Raise(object.RuntimeError, "Device index must not be negative")
		}
		d.Index = int(n)
	}
	return object.Adopt(d, c), nil
}

// parseDevice reads a device given as an object, a text or a GPU's number.
func parseDevice(t *object.Thread, v object.Value) (*Device, error) {
	if d, ok := v.Object().(*Device); ok {
		return &Device{Type: d.Type, Index: d.Index}, nil
	}
	if text, ok := object.AsStr(v); ok {
		return deviceText(text)
	}
	n, ok := object.AsInt(v)
	if !ok {
		return nil, typeError("device(): argument 'device' must be torch.device, not %s", typeName(v))
	}
	if n < 0 {
		return nil, object.Raise(object.RuntimeError, "Device index must not be negative")
	}
	return &Device{Type: "cuda", Index: int(n)}, nil
}

// deviceText reads "cuda:1".
func deviceText(text string) (*Device, error) {
	if text == "" {
		return nil, object.Raise(object.RuntimeError, "Device string must not be empty")
	}
	typ, index, has := strings.Cut(text, ":")
	d := &Device{Type: typ, Index: -1}
	if has {
		n, err := strconv.ParseUint(index, 10, 31)
		if err != nil || len(index) > 1 && index[0] == '0' || strings.ContainsAny(index, "+_") {
			return nil, object.Raise(object.RuntimeError, "Invalid device string: '%s'", text)
		}
		d.Index = int(n)
	}
	for _, r := range typ {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return nil, object.Raise(object.RuntimeError, "Invalid device string: '%s'", text)
		}
	}
	if !knownTypes[typ] && typ != webGPU {
		list := strings.Replace(deviceTypes, ", privateuseone", ", privateuseone", 1)
		return nil, object.Raise(object.RuntimeError, "Expected one of %s device type at start of device string: %s", list, typ)
	}
	return d, nil
}

func deviceHash(_ *object.Thread, v object.Value) (int64, error) {
	d := v.Object().(*Device)
	return int64(len(d.Type))<<16 ^ int64(d.Index&0xffff) ^ int64(d.Type[1])<<32, nil
}

func deviceCompare(_ *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	x, ok := a.Object().(*Device)
	y, ok2 := b.Object().(*Device)
	if !ok || !ok2 || op != object.Eq && op != object.Ne {
		return object.NotImplemented, nil
	}
	same := x.Type == y.Type && x.Index == y.Index
	return object.Bool(same == (op == object.Eq)), nil
}

// deviceArg finds the device of the engine that an argument names.
func (s *state) deviceArg(t *object.Thread, v object.Value) (device.Device, error) {
	d, err := parseDevice(t, v)
	if err != nil {
		return nil, err
	}
	return s.findDevice(t, d)
}

// findDevice finds a device of the engine; "cuda" is the current GPU.
func (s *state) findDevice(t *object.Thread, d *Device) (device.Device, error) {
	switch d.Type {
	case "cpu":
		return s.tape.CPU, nil
	case "cuda":
		return s.gpuAt(t, d.Index)
	case "meta":
		if s.meta == nil {
			s.meta = meta.New()
		}
		return s.meta, nil
	case webGPU:
		return s.readersGPU(d.Index)
	}
	return nil, object.Raise(object.NotImplementedError, "Could not run 'aten::empty.memory_format' with arguments from the '%s' backend. "+
		"This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).",
		strings.ToUpper(d.Type))
}
