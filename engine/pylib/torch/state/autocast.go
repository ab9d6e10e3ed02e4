package state

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// WithoutAutocast switches autocast off, for an operation that is made of others, until the
// function it returns is called.
func (s *Session) WithoutAutocast() (restore func()) {
	gpu, cpu := s.AutocastGPU, s.AutocastCPU
	s.AutocastGPU, s.AutocastCPU = tensor.NoDType, tensor.NoDType
	return func() { s.AutocastGPU, s.AutocastCPU = gpu, cpu }
}

// Halve casts a float32 tensor to autocast's type on its device; anything else stays.
func (s *Session) Halve(v object.Value) (object.Value, error) {
	return s.Under(device.Narrow, device.Narrow, v)
}

// Under casts a tensor as a policy says for its device; anything else stays.
func (s *Session) Under(gpu, cpu device.Autocast, v object.Value) (object.Value, error) {
	x, ok := values.AsTensor(v)
	if !ok {
		return v, nil
	}
	policy, d := gpu, s.AutocastGPU
	if x.IsCPU() {
		policy, d = cpu, s.AutocastCPU
	}
	switch {
	case d == tensor.NoDType:
	case policy == device.Narrow && x.DType() == tensor.Float32:
		return s.cast(v, x, d)
	case policy == device.Widen && x.DType().IsHalf():
		return s.cast(v, x, tensor.Float32)
	}
	return v, nil
}

// cast is x, which v holds, in another type.
func (s *Session) cast(v object.Value, x *tensor.Tensor, d tensor.DType) (object.Value, error) {
	y, err := s.Tape.Cast(x, d)
	if err != nil {
		return v, err
	}
	return values.Wrap(y), nil
}
