// Package datetime is Python's clocks and calendars: the hot half of datetime, time and
// zoneinfo.
package datetime

import (
	"math"

	"gputour/engine/object"
)

// Module _datetime: the calendar, the checks of fields, durations and what dates and datetimes are made of.

func InitDatetime(*object.Thread) (*object.Module, error) {
	m := object.NewModule("_datetime", "The parts of datetime that are hot.")
	m.AddClasses(durationClass, momentClass)
	day := func(sig string, do func(year, month, day int64) object.Value, doc string) *object.Builtin {
		return object.Def(sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
			var n [3]int64
			for i := range n {
				k, err := object.IndexInt(t, a[i])
				if err != nil {
					return object.Value{}, err
				}
				n[i] = int64(k)
			}
			if n[1] < 1 || n[1] > 12 {
				return object.Value{}, object.Raise(object.ValueError, "month must be in 1..12")
			}
			return do(n[0], n[1], n[2]), nil
		}, doc)
	}
	m.AddFuncs(
		object.Def("format_date(text, year, month, day, hour=0, minute=0, second=0, micro=0, offset=None, zone=None)", formatDate,
			"Fills in the directives of text; offset and zone are the UTC offset in seconds and the zone's name, or called for them."),
		object.Def("restored(cls, year, month, day, hour, minute, second, micro, zone, fold, /)", restored, "What a pickle holds."),
		object.Def("check_time(hour, minute, second, micro, fold, /)", checkTime, "The fields of a time of day as ints, or an error."),
		day("ordinal(year, month, day, /)", func(y, m, d int64) object.Value { return object.Int(dayNumber(y, m, d)) },
			"Days since the last day of year 0 in the proleptic Gregorian calendar."),
		day("day_of_year(year, month, day, /)", func(y, m, d int64) object.Value { return object.Int(daysBefore(y, m) + d) },
			"The number of a day in its year."),
		object.Def("from_ordinal(n, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			n, err := object.IndexInt(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			y, m, d := dayOf(int64(n))
			return object.NewTuple(object.Int(y), object.Int(m), object.Int(d)), nil
		}, "The (year, month, day) of an ordinal."),
		object.Def("_begin(cls, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			durationKey.Set(t.Session, a[0].Object().(*object.Class))
			return object.None, nil
		}, "Tells the class of durations."),
		object.Def("_begin_moments(date, datetime, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			*kindsKey.Get(t.Session) = kinds{a[0].Object().(*object.Class), a[1].Object().(*object.Class)}
			return object.None, nil
		}, "Tells the classes of dates and datetimes."),
	)
	return m, nil
}

var daysBeforeMonth = [...]int64{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

func leapYear(y int64) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

// daysBefore counts the days of a year before a month.
func daysBefore(year, month int64) int64 {
	n := daysBeforeMonth[month-1]
	if month > 2 && leapYear(year) {
		n++
	}
	return n
}

func daysIn(year, month int64) int64 {
	n := daysBeforeMonth[month] - daysBeforeMonth[month-1]
	if month == 2 && leapYear(year) {
		n++
	}
	return n
}

// dayNumber counts the days from the first day of year 1, which is 1.
func dayNumber(year, month, day int64) int64 {
	y := year - 1
	return y*365 + floorDiv(y, 4) - floorDiv(y, 100) + floorDiv(y, 400) + daysBefore(year, month) + day
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// dayOf is the date of a day number.
func dayOf(n int64) (year, month, day int64) {
	n--
	n400 := floorDiv(n, 146097)
	n -= n400 * 146097
	n100, n := n/36524, n%36524
	n4, n := n/1461, n%1461
	n1, n := n/365, n%365
	year = n400*400 + n100*100 + n4*4 + n1 + 1
	if n1 == 4 || n100 == 4 {
		return year - 1, 12, 31
	}
	month = (n + 50) >> 5
	if daysBefore(year, month) > n {
		month--
	}
	return year, month, n - daysBefore(year, month) + 1
}

// dateFields reads ints that C keeps in 32 bits.
func dateFields(t *object.Thread, a []object.Value, n []int64) error {
	for i := range n {
		if a[i].IsInt() {
			n[i] = a[i].SmallInt()
		} else {
			v, err := object.Index(t, a[i])
			if err != nil {
				return err
			}
			k, ok := object.AsInt(v)
			if !ok {
				return object.Raise(object.OverflowError, "Python int too large to convert to C long")
			}
			n[i] = k
		}
		switch {
		case n[i] > math.MaxInt32:
			return object.Raise(object.OverflowError, "signed integer is greater than maximum")
		case n[i] < math.MinInt32:
			return object.Raise(object.OverflowError, "signed integer is less than minimum")
		}
	}
	return nil
}

func checkedDate(t *object.Thread, a []object.Value) (n [3]int64, err error) {
	if err := dateFields(t, a, n[:]); err != nil {
		return n, err
	}
	switch {
	case n[0] < 1 || n[0] > 9999:
		return n, object.Raise(object.ValueError, "year %d is out of range", n[0])
	case n[1] < 1 || n[1] > 12:
		return n, object.Raise(object.ValueError, "month must be in 1..12")
	case n[2] < 1 || n[2] > daysIn(n[0], n[1]):
		return n, object.Raise(object.ValueError, "day is out of range for month")
	}
	return n, nil
}

var clockLimits = [...]struct {
	top  int64
	name string
}{{23, "hour"}, {59, "minute"}, {59, "second"}, {999999, "microsecond"}}

func checkedTime(t *object.Thread, a []object.Value) (n [5]int64, err error) {
	if err := dateFields(t, a, n[:]); err != nil {
		return n, err
	}
	for i, limit := range clockLimits {
		if n[i] < 0 || n[i] > limit.top {
			return n, object.Raise(object.ValueError, "%s must be in 0..%d", limit.name, limit.top)
		}
	}
	if n[4] != 0 && n[4] != 1 {
		return n, object.Raise(object.ValueError, "fold must be either 0 or 1")
	}
	return n, nil
}

func checkTime(t *object.Thread, a []object.Value) (object.Value, error) {
	n, err := checkedTime(t, a)
	if err != nil {
		return object.Value{}, err
	}
	row := make([]object.Value, len(n))
	for i, k := range n {
		row[i] = object.Int(k)
	}
	return object.NewTuple(row...), nil
}
