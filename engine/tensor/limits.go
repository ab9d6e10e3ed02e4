package tensor

import "gputour/engine/device"

// refuse says, in PyTorch's words, that there is no kernel for a type on the host or
// elsewhere: a program fails here where it would fail there.
func refuse(row *device.Row, d DType, host bool) error {
	for i := range row.Refuses {
		if r := &row.Refuses[i]; r.Types.Has(d) {
			return runtimeErr("%s", r.Text)
		}
	}
	if row.Missing(d, host) {
		return notImplemented(row.KernelName(), d)
	}
	return nil
}

func isHost(x *Tensor) bool { return x.storage.Host != nil }
