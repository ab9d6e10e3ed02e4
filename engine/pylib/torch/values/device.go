package values

import (
	"strconv"
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
)

// WebGPU is the type of the reader's own GPU, which PyTorch does not know.
const WebGPU = "webgpu"

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

// String is "cuda:1", or "cuda" without an index.
func (d *Device) String() string {
	if d.Index < 0 {
		return d.Type
	}
	return d.Type + ":" + strconv.Itoa(d.Index)
}

// Repr is "device(type='cuda', index=1)".
func (d *Device) Repr() string {
	s := "device(type='" + d.Type + "'"
	if d.Index >= 0 {
		s += ", index=" + strconv.Itoa(d.Index)
	}
	return s + ")"
}

// NewDevice is torch.device(typ, index); -1 is no index.
func NewDevice(typ string, index int) object.Value {
	return object.Adopt(&Device{Type: typ, Index: index}, DeviceClass)
}

// DeviceOf is the torch.device of a device of the engine.
func DeviceOf(d device.Device) object.Value {
	info := d.Info()
	if info.Kind == device.CPU || info.Kind == device.Meta {
		return NewDevice(info.Kind.String(), -1)
	}
	return NewDevice(info.Kind.String(), info.Index)
}

// ParseDevice reads a device given as an object, a text or a GPU's number.
func ParseDevice(t *object.Thread, v object.Value) (*Device, error) {
	if d, ok := v.Object().(*Device); ok {
		return &Device{Type: d.Type, Index: d.Index}, nil
	}
	if text, ok := object.AsStr(v); ok {
		return DeviceText(text)
	}
	n, ok := object.AsInt(v)
	if !ok {
		return nil, object.Raise(object.TypeError, "device(): argument 'device' must be torch.device, not %s", TypeName(v))
	}
	if n < 0 {
		return nil, object.Raise(object.RuntimeError, "Device index must not be negative")
	}
	return &Device{Type: "cuda", Index: int(n)}, nil
}

// DeviceText reads "cuda:1".
func DeviceText(text string) (*Device, error) {
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
	if !knownTypes[typ] && typ != WebGPU {
		list := strings.Replace(deviceTypes, ", privateuseone", ", privateuseone", 1)
		return nil, object.Raise(object.RuntimeError, "Expected one of %s device type at start of device string: %s", list, typ)
	}
	return d, nil
}
