package flags

import (
	"fmt"
	"strconv"

	"gputour/server/crew"
	"gputour/server/worker/far"
	"gputour/server/worker/jail"
)

// Isolation are the flags that say where cells run.
type Isolation struct {
	Isolate   string `help:"Where cells run: in processes sealed as well as this system can (auto), in well sealed ones or not at all (strict), in the server (off)." enum:"auto,strict,off" default:"auto" placeholder:"auto|strict|off"`
	PerWorker string `help:"Sessions that share a process; auto fits them into the memory and onto the processors." default:"auto" placeholder:"auto|N"`
	Warm      int    `help:"Processes kept ready for whoever comes next." default:"1"`

	Cores int // of the machine, where all sessions are to begin at once; 0 is for others

	Told func(jail.Level) // is called with what the processes of cells came to; may be nil

	Hosts *far.Hosts // machines on which workers can be, too; nil: there are none
}

// Validate refuses numbers that make no sense; the reader of the command line calls it.
func (i Isolation) Validate() error {
	if n, err := strconv.Atoi(i.PerWorker); i.PerWorker != "auto" && (err != nil || n < 1) {
		return fmt.Errorf("--per-worker must be auto or a number from 1 on, but is %q", i.PerWorker)
	}
	if i.Warm < 0 {
		return fmt.Errorf("--warm must not be negative, but is %d", i.Warm)
	}
	return nil
}

// Plan is what the flags say.
func (i Isolation) Plan() crew.Plan {
	n, _ := strconv.Atoi(i.PerWorker) // auto is 0
	return crew.Plan{Isolate: i.Isolate, PerWorker: n, Warm: i.Warm, Cores: i.Cores, Told: i.Told, Hosts: i.Hosts}
}
