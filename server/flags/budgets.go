package flags

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gputour/engine/wire"
	"gputour/server/machine"
)

// Budgets are the flags that bound what a cell may use.
type Budgets struct {
	CellTime      time.Duration `help:"Wall time of one cell (${default}); here and in the sizes below 0 is no bound." default:"10m" placeholder:"TIME"`
	SessionMemory Size          `help:"Python objects of a session, and its tensors on the CPU (${default}, each)." default:"2GiB" placeholder:"SIZE"`
	DeviceMemory  Size          `help:"What a session's simulated GPUs may hold together (${default})." default:"4GiB" placeholder:"SIZE"`
	Output        Size          `help:"Output of one cell (${default}); of more, beginning and end are kept." default:"1MiB" placeholder:"SIZE"`
}

// Validate refuses a time that runs backwards; the reader of the command line calls it.
func (b Budgets) Validate() error {
	if b.CellTime < 0 {
		return fmt.Errorf("--cell-time must not be negative, but is %v", b.CellTime)
	}
	return nil
}

// Within lowers what one session may hold so that it does not take more than half of the
// memory that there is: a budget beyond that bounds nothing. What has no bound keeps none.
func (b Budgets) Within(memory Size) Budgets {
	if memory > 0 {
		b.SessionMemory = min(b.SessionMemory, memory/8) // once for objects and once for tensors
		b.DeviceMemory = min(b.DeviceMemory, memory/4)
	}
	return b
}

// Limits are the budgets as sessions have them.
func (b Budgets) Limits() wire.Limits {
	return wire.Limits{
		CellMS: b.CellTime.Milliseconds(), MemoryBytes: int64(b.SessionMemory),
		DeviceBytes: int64(b.DeviceMemory), OutputBytes: int64(b.Output),
	}
}

// Size is a flag such as 2GiB, in bytes; 0 is no bound.
type Size int64

var sizeUnits = []struct {
	name  string
	bytes float64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"", 1}}

// UnmarshalText reads a number with a unit.
func (s *Size) UnmarshalText(text []byte) error {
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(string(text), u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || !(n >= 0 && n*u.bytes <= 1<<50) { // which NaN is not
			break
		}
		*s = Size(n * u.bytes)
		return nil
	}
	return fmt.Errorf("%q is no size; write 512MiB or 16GiB", text)
}

// Machines makes the machines of sessions as --devices says; memory is --device-memory.
func Machines(spec string, memory Size) (*machine.Maker, error) {
	m, err := machine.New(spec, int64(memory))
	if err != nil {
		return nil, Usage(err)
	}
	return m, nil
}
