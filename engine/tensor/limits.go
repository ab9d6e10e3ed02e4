package tensor

import "gputour/engine/device"

// refuse says, in PyTorch's words, that there is no kernel for a type.
func refuse(row *device.Row, d DType) error {
	for i := range row.Refuses {
		if r := &row.Refuses[i]; r.Types.Has(d) {
			return runtimeErr("%s", r.Text)
		}
	}
	if row.Lacks.Has(d) {
		return notImplemented(row.KernelName(), d)
	}
	return nil
}
