package driver

// Management is NVIDIA's management library (NVML), which reads what a board's sensors say. It
// is safe for concurrent use.
type Management interface {
	// Version is the driver's, such as "535.183.01"; "" where it is not known.
	Version() string
	// Read reads the sensors of the GPU with a UUID, without "GPU-".
	Read(uuid string) (Readings, error)
}

// Readings are a board's figures at a moment; -1 where the board does not say.
type Readings struct {
	Celsius                      int
	Milliwatts, LimitMilliwatts  int
	Busy, MemoryBusy, FanPercent int // percent
	State                        int // of performance: 0 is the fastest
	Clocks, MostClocks           Clocks
}

// Clocks are frequencies in MHz.
type Clocks struct{ Graphics, SM, Memory int }
