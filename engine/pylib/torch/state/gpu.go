package state

import (
	"strconv"
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
)

// This file finds the GPUs a session sees. They are chosen when CUDA is first used,
// by CUDA_VISIBLE_DEVICES as the driver reads it.

// Compiled reports whether torch speaks as a build with CUDA.
func (s *Session) Compiled() bool { return len(s.Tape.GPUs) > 0 || s.Visible != nil }

// Available returns the GPUs that are visible without using CUDA.
func (s *Session) Available(t *object.Thread) []device.Device {
	if s.Visible != nil {
		return s.Visible
	}
	text, set := t.Session.Env["CUDA_VISIBLE_DEVICES"]
	if !set {
		return s.Tape.GPUs
	}
	return pick(s.Tape.GPUs, text)
}

// InitCUDA chooses the GPUs for good.
func (s *Session) InitCUDA(t *object.Thread) error {
	if s.Visible != nil {
		return nil
	}
	if !s.Compiled() {
		return object.Raise(object.AssertionError, "Torch not compiled with CUDA enabled")
	}
	devices := s.Available(t)
	if len(devices) == 0 {
		return object.Raise(object.RuntimeError, "No CUDA GPUs are available")
	}
	s.Visible = devices
	for i, d := range devices {
		d.Info().Index = i
	}
	s.Tape.GPUs = devices
	return nil
}

// GPUAt is the GPU with an index; -1 is the current one.
func (s *Session) GPUAt(t *object.Thread, index int) (device.Device, error) {
	if err := s.InitCUDA(t); err != nil {
		return nil, err
	}
	if index < 0 {
		index = s.Current
	}
	if index >= len(s.Visible) {
		return nil, invalidOrdinal()
	}
	return s.Visible[index], nil
}

func invalidOrdinal() error {
	return object.Raise(object.RuntimeError, "CUDA error: invalid device ordinal")
}

// pick selects and orders GPUs by a list of numbers or of UUID prefixes ("CUDA C++ Programming
// Guide", CUDA Environment Variables). The driver stops at the first entry that names no GPU, a
// negative number or a MIG instance, of which there are none, among them; a GPU named twice hides all of them.
func pick(all []device.Device, text string) []device.Device {
	var out []device.Device
	seen := map[int]bool{}
	for _, field := range strings.Split(text, ",") {
		i, ok := ordinal(all, strings.TrimSpace(field))
		if !ok {
			break
		}
		if seen[i] {
			return nil
		}
		seen[i] = true
		out = append(out, all[i])
	}
	return out
}

// ordinal reads one entry: a number, read up to the first character that is no digit
// as the driver's atoi does, or "GPU-" and enough of the beginning of a UUID to tell GPUs apart.
func ordinal(all []device.Device, field string) (int, bool) {
	if rest, ok := strings.CutPrefix(field, "GPU-"); ok && rest != "" {
		found := -1
		for i, d := range all {
			if strings.HasPrefix(uuidOf(d, i), strings.ToLower(rest)) {
				if found >= 0 {
					return 0, false
				}
				found = i
			}
		}
		return found, found >= 0
	}
	field = strings.TrimPrefix(field, "+")
	end := 0
	for end < len(field) && field[end] >= '0' && field[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(field[:end])
	return n, err == nil && n < len(all)
}

// uuidOf is the identity of a GPU that is number i of the machine.
func uuidOf(d device.Device, i int) string {
	if real, ok := d.(interface{ UUID() string }); ok {
		return real.UUID()
	}
	return UUID(i)
}

// UUID is the identity of simulated GPU i as nvidia-smi lists it, without its prefix "GPU-".
func UUID(i int) string {
	digit := string("0123456789abcdef"[i%16])
	return strings.Repeat(digit, 7) + "1-5eed-4ead-8a7e-" + strings.Repeat(digit, 11) + "2"
}
