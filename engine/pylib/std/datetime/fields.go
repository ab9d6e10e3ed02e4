package datetime

import (
	"fmt"
	"math"
	"strings"
	"time"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// This file is time.struct_time: what it is made of, and what is read of it and of tuples like it.

var fieldNames = []string{"tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst"}

var structTimeClass = binding.SequenceClass("time.struct_time", fieldNames, "tm_zone", "tm_gmtoff")

// fields are those of a struct_time; weekdays begin with Monday as 0, months and days of the year with 1.
type fields struct {
	year, month, day, hour, minute, second, weekday, yearday, dst int
	zone                                                          object.Value
	offset                                                        object.Value // in seconds
}

var zoneUTC = object.NewStr("UTC")

// fieldsAt are those of a moment.
func fieldsAt(at time.Time, dst int) fields {
	return fields{at.Year(), int(at.Month()), at.Day(), at.Hour(), at.Minute(), at.Second(),
		int(at.Weekday()+6) % 7, at.YearDay(), dst, zoneUTC, object.Int(0)}
}

// value is the struct_time.
func (f fields) value() object.Value {
	var items []object.Value
	for _, n := range []int{f.year, f.month, f.day, f.hour, f.minute, f.second, f.weekday, f.yearday, f.dst} {
		items = append(items, object.Int(int64(n)))
	}
	return binding.NewSequence(structTimeClass, items, map[string]object.Value{"tm_zone": f.zone, "tm_gmtoff": f.offset})
}

// readFields reads a struct_time or a tuple of nine ints; None is now.
func readFields(t *object.Thread, fn string, v object.Value) (fields, error) {
	if v.IsNone() {
		return fieldsAt(time.Now().UTC(), 0), nil
	}
	row, ok := v.Object().(*object.Tuple)
	if !ok {
		return fields{}, object.Raise(object.TypeError, "Tuple or struct_time argument required")
	}
	if len(row.Items) != len(fieldNames) {
		return fields{}, object.Raise(object.TypeError, "%s(): illegal time tuple argument", fn)
	}
	f := fields{zone: zoneUTC, offset: object.Int(0)}
	for i, to := range []*int{&f.year, &f.month, &f.day, &f.hour, &f.minute, &f.second, &f.weekday, &f.yearday, &f.dst} {
		n, err := object.IndexInt(t, row.Items[i])
		switch {
		case err != nil:
			return fields{}, err
		case n > math.MaxInt32:
			return fields{}, object.Raise(object.OverflowError, "signed integer is greater than maximum")
		case n < math.MinInt32:
			return fields{}, object.Raise(object.OverflowError, "signed integer is less than minimum")
		}
		*to = n
	}
	if f.year < math.MinInt32+1900 {
		return fields{}, object.Raise(object.OverflowError, "year out of range")
	}
	if v.Class() == structTimeClass {
		for name, to := range map[string]*object.Value{"tm_zone": &f.zone, "tm_gmtoff": &f.offset} {
			if x, err := object.GetAttr(t, v, name); err == nil && !x.IsNone() {
				*to = x
			}
		}
	}
	return f, nil
}

// check refuses what is no date or time; a month, a day or a day of the year of 0 is the first.
func (f *fields) check() error {
	for _, n := range []*int{&f.month, &f.day, &f.yearday} {
		if *n == 0 {
			*n = 1
		}
	}
	for _, bound := range []struct {
		n, least, most int
		what           string
	}{
		{f.month, 1, 12, "month"}, {f.day, 1, 31, "day of month"}, {f.hour, 0, 23, "hour"}, {f.minute, 0, 59, "minute"},
		{f.second, 0, 61, "seconds"}, {f.weekday, -1, math.MaxInt, "day of week"}, {f.yearday, 1, 366, "day of year"},
	} {
		if bound.n < bound.least || bound.n > bound.most {
			return object.Raise(object.ValueError, "%s out of range", bound.what)
		}
	}
	f.weekday = (f.weekday + 7) % 7
	return nil
}

// moment is the time of the fields, of which weekday and yearday say nothing.
func (f fields) moment() time.Time {
	return time.Date(f.year, time.Month(f.month), f.day, f.hour, f.minute, f.second, 0, time.UTC)
}

// text is that of asctime().
func (f fields) text() string {
	return fmt.Sprintf("%s %s%3d %02d:%02d:%02d %d", time.Weekday((f.weekday + 1) % 7).String()[:3],
		time.Month(f.month).String()[:3], f.day, f.hour, f.minute, f.second, f.year)
}

// timeFields is gmtime() and localtime().
func timeFields(t *object.Thread, a []object.Value) (object.Value, error) {
	f, err := fieldsOfSeconds(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	return f.value(), nil
}

// errnoOverflow is of a time whose year C has no number for.
const errnoOverflow = 75

// fieldsOfSeconds are the fields of a time in seconds; None is now.
func fieldsOfSeconds(t *object.Thread, v object.Value) (fields, error) {
	if v.IsNone() {
		return fieldsAt(time.Now().UTC(), 0), nil
	}
	seconds, err := binding.Seconds(t, v)
	if err != nil {
		return fields{}, err
	}
	seconds = math.Floor(seconds)
	if seconds < math.MinInt64 || seconds >= math.MaxInt64 {
		return fields{}, object.Raise(object.OverflowError, "timestamp out of range for platform time_t")
	}
	const mostYears = 1 << 31
	if math.Abs(seconds/(365.2425*86400)+70) >= mostYears {
		return fields{}, object.NewOSError(errnoOverflow, "")
	}
	return fieldsAt(time.Unix(int64(seconds), 0).UTC(), 0), nil
}

func timeMake(t *object.Thread, a []object.Value) (object.Value, error) {
	f, err := readFields(t, "mktime", a[0])
	at := f.moment()
	if f.dst > 0 {
		at = at.Add(-time.Hour) // summer time, which this zone has none of: as C's mktime() takes it
	}
	return object.Float(float64(at.Unix())), err
}

func timeASCII(t *object.Thread, a []object.Value) (object.Value, error) {
	f, err := readFields(t, "asctime", a[0])
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return object.Value{}, err
	}
	return object.NewStr(f.text()), nil
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
	format, ok := object.AsStr(a[0])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "strftime() argument 1 must be str, not %s", object.TypeName(a[0]))
	}
	f, err := readFields(t, "strftime", a[1])
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return object.Value{}, err
	}
	if strings.Contains(format, "\x00") {
		return object.Value{}, object.Raise(object.ValueError, "embedded null character")
	}
	n := func(i int) int64 { return int64(i) }
	s := &shown{moment: moment{year: n(f.year), month: n(f.month), day: n(f.day), hour: n(f.hour), minute: n(f.minute), second: n(f.second)},
		offset: f.offset, zone: f.zone, given: &dayGiven{n(f.weekday), n(f.yearday)}}
	return s.format(t, format)
}

func timeParse(t *object.Thread, a []object.Value) (object.Value, error) {
	v, err := dateFormat(t, "_strptime", a[0], a[1])
	if err != nil {
		return object.Value{}, err
	}
	return object.Call(t, structTimeClass.Value(), v.Object().(*object.Tuple).Items[0])
}
