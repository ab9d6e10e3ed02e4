package datetime

import (
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
	for name, clock := range map[string]func(*object.Thread) time.Duration{
		"time":         func(*object.Thread) time.Duration { return time.Duration(time.Now().UnixNano()) },
		"monotonic":    passed,
		"perf_counter": passed,
		"process_time": ofProcess,
		"thread_time":  func(t *object.Thread) time.Duration { return min(awake(t), ofProcess(t)) },
	} {
		m.AddFuncs(
			object.Def(name+"()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
				return object.Float(float64(clock(t)) / 1e9), nil
			}, "Seconds, as a float."),
			object.Def(name+"_ns()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
				return object.Int(int64(clock(t))), nil
			}, "Nanoseconds, as an int."),
		)
	}
	m.AddFuncs(
		object.Def("sleep(seconds, /)", timeSleep, "Waits."),
		object.Def("gmtime(seconds=None, /)", timeFields, "The fields of a time in UTC."),
		object.Def("localtime(seconds=None, /)", timeFields, "The fields of a time in the local zone, which is UTC."),
		object.Def("mktime(t, /)", timeMake, "Seconds from the fields."),
		object.Def("asctime(t=None, /)", timeASCII, "The text of a time, such as 'Sat Nov 21 09:00:00 2026'."),
		object.Def("ctime(seconds=None, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			fields, err := timeFields(t, a)
			if err != nil {
				return object.Value{}, err
			}
			return timeASCII(t, []object.Value{fields})
		}, "The text of a time in seconds."),
		object.Def("strftime(format, t=None, /)", timeFormat, "The text of a time by a format."),
		object.Def("strptime(string, format='%a %b %d %H:%M:%S %Y', /)", timeParse, "The fields of a time from its text."),
		object.Def("get_clock_info(name, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return binding.NewNamespace(map[string]object.Value{"implementation": object.NewStr("clock_gettime"), "monotonic": object.True,
				"adjustable": object.False, "resolution": object.Float(1e-9)}), nil
		}, "What is known of a clock."),
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
	return object.None, fiber.Of(t).Wait(time.Now().Add(time.Duration(min(seconds, 1e9) * 1e9)))
}

var timeFieldNames = []string{"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"}

var structTimeClass = defineStructTime()

func defineStructTime() *object.Class {
	fixed := func(v object.Value) func(*object.Thread, object.Value) (object.Value, error) {
		return func(*object.Thread, object.Value) (object.Value, error) { return v, nil }
	}
	return binding.SequenceClass("time.struct_time", timeFieldNames,
		object.Prop{Name: "tm_zone", Get: fixed(object.NewStr("UTC"))}, object.Prop{Name: "tm_gmtoff", Get: fixed(object.Int(0))})
}

func structTime(at time.Time, dst int64) object.Value {
	row := []int64{int64(at.Year()), int64(at.Month()), int64(at.Day()), int64(at.Hour()), int64(at.Minute()), int64(at.Second()),
		int64(at.Weekday()+6) % 7, int64(at.YearDay()), dst}
	items := make([]object.Value, len(row))
	for i, n := range row {
		items[i] = object.Int(n)
	}
	return object.NewTupleOf(structTimeClass, items)
}

func timeFields(t *object.Thread, a []object.Value) (object.Value, error) {
	at := time.Now()
	if !a[0].IsNone() {
		seconds, err := binding.Seconds(t, a[0])
		if err != nil {
			return object.Value{}, err
		}
		if seconds < -62135596800 || seconds > 253402300799 {
			return object.Value{}, object.Raise(object.OverflowError, "timestamp out of range for platform time_t")
		}
		at = time.Unix(int64(seconds), 0)
	}
	return structTime(at.UTC(), 0), nil
}

// fieldsOf reads a struct_time or a tuple of nine ints.
func fieldsOf(t *object.Thread, fn string, v object.Value) (time.Time, error) {
	if v.IsNone() {
		return time.Now().UTC(), nil
	}
	row, ok := v.Object().(*object.Tuple)
	if !ok {
		return time.Time{}, object.Raise(object.TypeError, "Tuple or struct_time argument required")
	}
	if len(row.Items) < 9 {
		return time.Time{}, object.Raise(object.TypeError, "%s(): illegal time tuple argument", fn)
	}
	var n [6]int
	for i := range n {
		var err error
		if n[i], err = object.IndexInt(t, row.Items[i]); err != nil {
			return time.Time{}, err
		}
	}
	return time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC), nil
}

func timeMake(t *object.Thread, a []object.Value) (object.Value, error) {
	at, err := fieldsOf(t, "mktime", a[0])
	return object.Float(float64(at.Unix())), err
}

func timeASCII(t *object.Thread, a []object.Value) (object.Value, error) {
	at, err := fieldsOf(t, "asctime", a[0])
	return object.NewStr(at.Format("Mon Jan _2 15:04:05 2006")), err
}

// dateFormat calls a function of the Python module _strptime, which datetime uses too.
func dateFormat(t *object.Thread, name string, args ...object.Value) (object.Value, error) {
	m, err := binding.Import(t, "_strptime")
	if err != nil {
		return object.Value{}, err
	}
	return object.CallAttr(t, m, name, args...)
}

func timeFormat(t *object.Thread, a []object.Value) (object.Value, error) {
	at, err := fieldsOf(t, "strftime", a[1])
	if err != nil {
		return object.Value{}, err
	}
	n := func(i int) object.Value { return object.Int(int64(i)) }
	return formatDate(t, []object.Value{a[0], n(at.Year()), n(int(at.Month())), n(at.Day()), n(at.Hour()), n(at.Minute()), n(at.Second()),
		n(0), n(0), object.NewStr("UTC")})
}

func timeParse(t *object.Thread, a []object.Value) (object.Value, error) {
	v, err := dateFormat(t, "parse_date", a[0], a[1])
	if err != nil {
		return object.Value{}, err
	}
	row := v.Object().(*object.Tuple).Items
	var n [6]int
	for i := range n {
		if n[i], err = object.IndexInt(t, row[i]); err != nil {
			return object.Value{}, err
		}
	}
	return structTime(time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC), -1), nil
}
