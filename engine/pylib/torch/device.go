package torch

import (
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
)

var deviceParser = dispatch.NewParser(dispatch.Function, "Device", "Device(Device device)", "Device(str type, int? index=-1)")

func init() {
	values.DeviceClass.Define(object.Spec{
		Doc:       "A device on which a tensor is or will be allocated.",
		Qualified: true,
		Slots: object.Slots{
			New:  deviceNew,
			Repr: func(_ *object.Thread, v object.Value) (string, error) { return v.Object().(*values.Device).Repr(), nil },
			Str: func(_ *object.Thread, v object.Value) (string, error) {
				return v.Object().(*values.Device).String(), nil
			},
			Hash:    deviceHash,
			Compare: deviceCompare,
		},
		Props: []object.Prop{
			{Name: "type", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(v.Object().(*values.Device).Type), nil
			}},
			{Name: "index", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if d := v.Object().(*values.Device); d.Index >= 0 {
					return object.Int(int64(d.Index)), nil
				}
				return object.None, nil
			}},
		},
		Methods: []object.Method{{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			d := a[0].Object().(*values.Device)
			args := []object.Value{object.NewStr(d.Type)}
			if d.Index >= 0 {
				args = append(args, object.Int(int64(d.Index)))
			}
			return object.NewTuple(values.DeviceClass.Value(), object.NewTuple(args...)), nil
		}}, {Sig: "__enter__(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			s := state.Of(t)
			s.DefaultDevices = append(s.DefaultDevices, a[0].Object().(*values.Device))
			return a[0], nil
		}}, {Sig: "__exit__(self, type, value, traceback, /)", Fn: func(t *object.Thread, _ []object.Value) (object.Value, error) {
			if s := state.Of(t); len(s.DefaultDevices) > 0 {
				s.DefaultDevices = s.DefaultDevices[:len(s.DefaultDevices)-1]
			}
			return object.None, nil
		}}},
	})
	moduleFunctions = append(moduleFunctions,
		object.Def("_set_default_device(device, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			s := state.Of(t)
			d, _ := a[0].Object().(*values.Device)
			if len(s.DefaultDevices) == 0 {
				s.DefaultDevices = append(s.DefaultDevices, nil)
			}
			s.DefaultDevices[0] = d
			return object.None, nil
		}, ""),
		object.Def("_default_device(/)", func(t *object.Thread, _ []object.Value) (object.Value, error) {
			if list := state.Of(t).DefaultDevices; len(list) > 0 && list[len(list)-1] != nil {
				return object.Of(list[len(list)-1]), nil
			}
			return object.None, nil
		}, ""))
}

func deviceNew(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
	var buf [4]object.Value
	o, args, err := deviceParser.Parse(buf[:], a)
	if err != nil {
		return object.Value{}, err
	}
	if len(o.Params) == 1 {
		d, err := values.ParseDevice(t, args[0])
		if err != nil {
			return object.Value{}, err
		}
		return object.Adopt(d, c), nil
	}
	typ, _ := object.AsStr(args[0])
	d, err := values.DeviceText(typ)
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

func deviceHash(_ *object.Thread, v object.Value) (int64, error) {
	d := v.Object().(*values.Device)
	return int64(len(d.Type))<<16 ^ int64(d.Index&0xffff) ^ int64(d.Type[1])<<32, nil
}

func deviceCompare(_ *object.Thread, op object.CompareOp, a, b object.Value) (object.Value, error) {
	x, ok := a.Object().(*values.Device)
	y, ok2 := b.Object().(*values.Device)
	if !ok || !ok2 || op != object.Eq && op != object.Ne {
		return object.NotImplemented, nil
	}
	same := x.Type == y.Type && x.Index == y.Index
	return object.Bool(same == (op == object.Eq)), nil
}
