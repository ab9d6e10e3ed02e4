package datetime

import (
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// moment is the base of Python's date and datetime. What is common is done here; what is rare,
// and whatever asks a time zone, is a function of the Python module.
type moment struct {
	object.Head
	year, month, day     int64
	hour, minute, second int64
	micro, fold          int64
	zone                 object.Value // None, or a tzinfo
	clock                bool         // a datetime
	hash                 int64        // 0: not yet known
}

// kinds are the classes of a session.
type kinds struct{ date, datetime *object.Class }

var kindsKey = object.NewKey(func(*object.Session) *kinds { return &kinds{} })

// rare calls a function of module datetime.
func rare(t *object.Thread, name string, args ...object.Value) (object.Value, error) {
	m, err := binding.Import(t, "datetime")
	if err != nil {
		return object.Value{}, err
	}
	return object.CallAttr(t, m, name, args...)
}

var momentClass = object.NewBuiltin("_datetime.Moment")

// Makers bind what is not just ints.
var (
	dateMaker     = object.Def("date(cls, year=?, month=?, day=?)", makeMoment, "")
	datetimeMaker = object.Def("datetime(cls, year=?, month=?, day=?, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)", makeMoment, "")
)

func init() {
	slots := object.Slots{New: newMoment, Compare: momentCompare, Hash: momentHash}
	slots.Binary[object.Add], slots.Reflected[object.Add] = momentAdd, momentAdd
	slots.Binary[object.Sub] = momentSub
	var props []object.Prop
	for name, get := range map[string]func(*moment) int64{
		"_year": func(m *moment) int64 { return m.year }, "_month": func(m *moment) int64 { return m.month },
		"_day": func(m *moment) int64 { return m.day }, "_hour": func(m *moment) int64 { return m.hour },
		"_minute": func(m *moment) int64 { return m.minute }, "_second": func(m *moment) int64 { return m.second },
		"_microsecond": func(m *moment) int64 { return m.micro }, "_fold": func(m *moment) int64 { return m.fold },
	} {
		props = append(props, object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Int(get(v.Object().(*moment))), nil
		}})
	}
	props = append(props, object.Prop{Name: "_tzinfo", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return v.Object().(*moment).zone, nil
	}})
	number := func(sig string, get func(*moment) int64, doc string) object.Method {
		return object.Method{Sig: sig, Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.Int(get(a[0].Object().(*moment))), nil
		}, Doc: doc}
	}
	momentClass.Define(object.Spec{
		Slots: slots, Props: props, OwnLayout: true,
		Methods: []object.Method{
			number("toordinal(self, /)", (*moment).ordinal, "Return proleptic Gregorian ordinal.  January 1 of year 1 is day 1."),
			number("weekday(self, /)", func(m *moment) int64 { return (m.ordinal() + 6) % 7 }, "Return the day of the week represented by the date.\nMonday == 0 ... Sunday == 6"),
			number("isoweekday(self, /)", func(m *moment) int64 { return (m.ordinal()+6)%7 + 1 }, "Return the day of the week represented by the date.\nMonday == 1 ... Sunday == 7"),
			number("_shown(self, /)", (*moment).ticks, "Microseconds since year 0 on the clock that is shown."),
			{Sig: "_seconds(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				m := a[0].Object().(*moment)
				whole := (m.ordinal()-epochOrdinal)*86400 + m.secondOfDay()
				return object.Float(float64(whole) + float64(m.micro)/microsPerSecond), nil
			}, Doc: "Seconds since 1970 on the clock that is shown."},
			{Sig: "isoformat(self, /)", Fn: momentPlain, Doc: "Return string in ISO 8601 format, YYYY-MM-DD."},
			{Sig: "_replace(self, fields, zone, fold, /)", Fn: momentReplace, Doc: "The moment with other fields, of which None keeps what is there; None for a subclass."},
			{Sig: "_day_of(self, cls, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				m := a[0].Object().(*moment)
				return object.Adopt(&moment{year: m.year, month: m.month, day: m.day, zone: object.None}, a[1].Object().(*object.Class)), nil
			}, Doc: "The date of a datetime."},
		},
		ClassMethods: []object.Method{
			{Sig: "_at(seconds, micro, /)", Fn: momentAt, Doc: "So many seconds and microseconds after 1970, in UTC."},
			{Sig: "_now()", Fn: momentNow, Doc: "What the clock shows, in UTC."},
			{Sig: "_read(text, /)", Fn: momentRead, Doc: "What a text in the usual form of ISO 8601 says, or None."},
		},
	})
}

// newMoment takes ints as they are; the bytes of a pickle are Python's to read.
func newMoment(t *object.Thread, c *object.Class, a object.Args) (object.Value, error) {
	clock := c.IsSubclassOf(kindsKey.Get(t.Session).datetime)
	if n := len(a.Pos); len(a.Kw) == 0 && (n == 3 || clock && n > 3 && n <= 7) {
		if m, err := momentOf(t, a.Pos, clock); err != nil || m != nil {
			return adopted(m, c), err
		}
	}
	if len(a.Pos) > 0 && len(a.Pos) <= 2 {
		if v, err := rare(t, "_of_state", append([]object.Value{c.Value()}, a.Pos...)...); err != nil || v != object.NotImplemented {
			return v, err
		}
	}
	maker := dateMaker
	if clock {
		maker = datetimeMaker
	}
	return maker.CallWith(t, object.Args{Pos: append([]object.Value{c.Value()}, a.Pos...), Kw: a.Kw})
}

func adopted(m *moment, c *object.Class) object.Value {
	if m == nil {
		return object.Value{}
	}
	return object.Adopt(m, c)
}

// momentOf is the moment with these fields, nil where one is no small int.
func momentOf(t *object.Thread, fields []object.Value, clock bool) (*moment, error) {
	for _, v := range fields {
		if !v.IsInt() {
			return nil, nil
		}
	}
	m := &moment{zone: object.None, clock: clock}
	return m, m.setFields(t, fields, nil)
}

// setFields checks the fields of the date and of the time of day.
func (m *moment) setFields(t *object.Thread, fields, fold []object.Value) error {
	day, err := checkedDate(t, fields)
	m.year, m.month, m.day = day[0], day[1], day[2]
	if err != nil || !m.clock {
		return err
	}
	var row [5]object.Value
	for i := range row {
		row[i] = object.Int(0)
	}
	copy(row[:4], fields[3:])
	copy(row[4:], fold)
	n, err := checkedTime(t, row[:])
	m.hour, m.minute, m.second, m.micro, m.fold = n[0], n[1], n[2], n[3], n[4]
	return err
}

var missing = [...]string{"year", "month", "day"}

func makeMoment(t *object.Thread, a []object.Value) (object.Value, error) {
	for i, name := range missing {
		if a[i+1].IsNil() {
			return object.Value{}, object.Raise(object.TypeError, "function missing required argument '%s' (pos %d)", name, i+1)
		}
	}
	m := &moment{zone: object.None, clock: len(a) > 4}
	if !m.clock {
		return adopted(m, a[0].Object().(*object.Class)), m.setFields(t, a[1:], nil)
	}
	if err := m.setFields(t, a[1:8], a[9:]); err != nil {
		return object.Value{}, err
	}
	if m.zone = a[8]; !m.zone.IsNone() {
		if _, err := rare(t, "_check_zone", m.zone); err != nil {
			return object.Value{}, err
		}
	}
	return adopted(m, a[0].Object().(*object.Class)), nil
}

// restored is the moment that a pickle holds, unchecked.
func restored(t *object.Thread, a []object.Value) (object.Value, error) {
	n := func(i int) int64 { return a[i].SmallInt() }
	c := a[0].Object().(*object.Class)
	return object.Adopt(&moment{year: n(1), month: n(2), day: n(3), hour: n(4), minute: n(5), second: n(6), micro: n(7), zone: a[8], fold: n(9),
		clock: c.IsSubclassOf(kindsKey.Get(t.Session).datetime)}, c), nil
}

// made returns m as one of class c, by calling it where it may have a constructor of its own.
func (m *moment) made(t *object.Thread, c *object.Class) (object.Value, error) {
	if k := kindsKey.Get(t.Session); c == k.date || c == k.datetime {
		return object.Adopt(m, c), nil
	}
	args := []object.Value{object.Int(m.year), object.Int(m.month), object.Int(m.day)}
	if m.clock {
		args = append(args, object.Int(m.hour), object.Int(m.minute), object.Int(m.second), object.Int(m.micro), m.zone)
	}
	return object.Call(t, c.Value(), args...)
}

func momentReplace(t *object.Thread, a []object.Value) (object.Value, error) {
	m := a[0].Object().(*moment)
	if k := kindsKey.Get(t.Session); m.Class() != k.date && m.Class() != k.datetime {
		return object.None, nil
	}
	n := &moment{zone: m.zone, clock: m.clock}
	var row [8]object.Value
	for i, old := range [...]int64{m.year, m.month, m.day, m.hour, m.minute, m.second, m.micro, m.fold} {
		row[i] = object.Int(old)
	}
	for i, v := range a[1].Object().(*object.Tuple).Items {
		if !v.IsNone() {
			row[i] = v
		}
	}
	if !a[2].IsBool() { // True keeps the zone
		n.zone = a[2]
	}
	if !a[3].IsNone() {
		row[7] = a[3]
	}
	return object.Adopt(n, m.Class()), n.setFields(t, row[:7], row[7:])
}

func (m *moment) ordinal() int64 { return dayNumber(m.year, m.month, m.day) }

// secondOfDay counts from midnight.
func (m *moment) secondOfDay() int64 { return m.hour*3600 + m.minute*60 + m.second }

// ticks are microseconds since year 0 on the clock that is shown.
func (m *moment) ticks() int64 {
	return m.ordinal()*microsPerDay + m.secondOfDay()*microsPerSecond + m.micro
}

// setTicks is the reverse; ok is false outside of the years 1 to 9999.
func (m *moment) setTicks(ticks int64) (ok bool) {
	days := floorDiv(ticks, microsPerDay)
	rest := ticks - days*microsPerDay
	seconds := rest / microsPerSecond
	m.year, m.month, m.day = dayOf(days)
	m.hour, m.minute, m.second, m.micro = seconds/3600, seconds/60%60, seconds%60, rest%microsPerSecond
	return days >= 1 && days <= maxOrdinal
}

// maxOrdinal is the last day of year 9999, epochOrdinal the first of 1970.
const (
	maxOrdinal   = 3652059
	epochOrdinal = 719163
)
