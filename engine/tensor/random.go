package tensor

import "gputour/engine/device"

// Generator is a random number generator of one device.
type Generator struct {
	Device device.Device
}
