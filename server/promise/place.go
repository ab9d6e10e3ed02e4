package promise

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gputour/engine/device/sim"
	"gputour/lessons/lesson"
)

// Devices is what lessons run on in place of their own.
type Devices struct {
	Spec string
	GPUs int // that a spec without a number stands for
}

// Skip is a lesson that could not run where it was to, and why.
type Skip struct{ Lesson, Why string }

func (s Skip) String() string { return s.Lesson + ": skipped: " + s.Why }

// specs are where a lesson runs, or why it runs nowhere.
func (r *Runner) specs(l *lesson.Lesson) (list []string, why string) {
	if r.Devices.Spec == "" {
		return l.Devices, ""
	}
	spec, why := r.Devices.place(l)
	return []string{spec}, why
}

// place says on which of the devices a lesson runs: on as many as it asks for, for what it counts are its own. Where
// there are fewer, or it is about a card of one model or size, it cannot.
func (d Devices) place(l *lesson.Lesson) (spec, why string) {
	if slices.Contains(l.Devices, d.Spec) {
		return d.Spec, ""
	}
	own, err := sim.ParseSpec(l.Devices[0])
	if err != nil || own.Count == 0 {
		return l.Devices[0], "" // it asks for no GPU
	}
	have, err := sim.ParseSpec(d.Spec)
	if err != nil {
		return d.Spec, "" // which the opener says
	}
	if strings.Contains(l.Devices[0], ",") {
		return "", fmt.Sprintf("it is about %s", l.Devices[0])
	}
	if n := cmp.Or(have.Count, d.GPUs); own.Count > n {
		return "", fmt.Sprintf("it needs %s, and %s has %d", gpus(own.Count), d.Spec, n)
	}
	_, options, some := strings.Cut(d.Spec, ",")
	spec = have.Kind + ":" + strconv.Itoa(own.Count)
	if some {
		spec += "," + options
	}
	return spec, ""
}

func gpus(n int) string {
	if n == 1 {
		return "1 GPU"
	}
	return strconv.Itoa(n) + " GPUs"
}
