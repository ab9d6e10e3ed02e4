package datetime

import (
	"math"
	"time"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
	"gputour/engine/pylib/std/fiber"
)

// Module time: host clocks. The session's time zone is UTC, so that a lesson
// prints the same everywhere.

var processStart = time.Now()

func InitTime(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("time", "Access to the clock, and conversions.")
	passed := func(*object.Thread) time.Duration { return time.Since(processStart) }
	// What a thread has used is not counted: it is thought to be what it has not slept, and no more than the process has used.
	// Where nobody counts that either, as in a browser's tab, it stands for the process too.
	awake := func(t *object.Thread) time.Duration { return passed(t) - fiber.Of(t).Slept }
	ofProcess := func(t *object.Thread) time.Duration {
		if used, ok := cpuTime(); ok {
			return used
		}
		return awake(t)
	}
	addClocks(m, []clock{
		{"time", "CLOCK_REALTIME", 0, func(*object.Thread) time.Duration { return time.Duration(time.Now().UnixNano()) }},
		{"monotonic", "CLOCK_MONOTONIC", 1, passed},
		{"perf_counter", "CLOCK_MONOTONIC", 1, passed},
		{"process_time", "CLOCK_PROCESS_CPUTIME_ID", 2, ofProcess},
		{"thread_time", "CLOCK_THREAD_CPUTIME_ID", 3, func(t *object.Thread) time.Duration { return min(awake(t), ofProcess(t)) }},
	})
	m.AddFuncs(
		object.Def("sleep(seconds, /)", timeSleep, "Waits."),
		object.Def("gmtime(seconds=None, /)", timeFields, "The fields of a time in UTC."),
		object.Def("localtime(seconds=None, /)", timeFields, "The fields of a time in the local zone, which is UTC."),
		object.Def("mktime(t, /)", timeMake, "Seconds from the fields."),
		object.Def("asctime(t=None, /)", timeASCII, "The text of a time, such as 'Sat Nov 21 09:00:00 2026'."),
		object.Def("ctime(seconds=None, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			f, err := fieldsOfSeconds(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			return object.NewStr(f.text()), nil
		}, "The text of a time in seconds."),
		object.Def("strftime(format, t=None, /)", timeFormat, "The text of a time by a format."),
		object.Def("strptime(string, format='%a %b %d %H:%M:%S %Y', /)", timeParse, "The fields of a time from its text."),
	)
	m.Dict.Set("struct_time", structTimeClass.Value())
	for name, v := range map[string]object.Value{"timezone": object.Int(0), "altzone": object.Int(0), "daylight": object.Int(0),
		"_STRUCT_TM_ITEMS": object.Int(11),
		"tzname":           object.NewTuple(object.NewStr("UTC"), object.NewStr("UTC"))} {
		m.Dict.Set(name, v)
	}
	return m, nil
}

// timeSleep waits, while other threads run.
func timeSleep(t *object.Thread, a []object.Value) (object.Value, error) {
	seconds, err := binding.Seconds(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	if seconds < 0 {
		return object.Value{}, object.Raise(object.ValueError, "sleep length must be non-negative")
	}
	if seconds >= math.MaxInt64 {
		return object.Value{}, object.Raise(object.OverflowError, "timestamp out of range for platform time_t")
	}
	return object.None, fiber.Of(t).Wait(time.Now().Add(time.Duration(min(seconds, 1e9) * 1e9)))
}
