package datetime

import (
	_ "embed"
	"strings"
	"time"
	_ "time/tzdata" // the session has no time zones of the host

	"gputour/engine/object"
	"gputour/engine/parts"
)

// Module _zoneinfo: the time zones of the IANA database, as Go carries it.

// zoneNames are the zones, a line each, as zoneinfo.available_timezones() of CPython lists them.
//
//go:embed zones.txt
var zoneNames string

func InitZoneinfo(*object.Thread) (*object.Module, error) {
	if err := parts.Need(parts.Zones); err != nil {
		return nil, object.Raise(object.ImportError, "%v", err)
	}
	m := object.NewModule("_zoneinfo", "The time zones of the IANA database.")
	m.AddFuncs(
		object.Def("names()", func(*object.Thread, []object.Value) (object.Value, error) {
			var names []object.Value
			for name := range strings.Lines(zoneNames) {
				names = append(names, object.NewStr(strings.TrimSpace(name)))
			}
			return object.NewList(names), nil
		}, "The names of the zones."),
		object.Def("known(key, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			_, ok := zone(a[0])
			return object.Bool(ok), nil
		}, "Whether there is a zone of that name."),
		object.Def("at(key, seconds, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return zoneAt(t, a, func(l *time.Location, seconds int64) time.Time { return time.Unix(seconds, 0).In(l) })
		}, "Offset, summer time and abbreviation of a zone at so many seconds after 1970 in UTC."),
		object.Def("on(key, seconds, fold, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			fold, err := object.ToBool(t, a[2])
			if err != nil {
				return object.Value{}, err
			}
			return zoneAt(t, a, func(l *time.Location, seconds int64) time.Time { return onClock(l, seconds, fold) })
		}, "The same, when the zone's clocks show so many seconds after 1970."),
	)
	return m, nil
}

func zone(key object.Value) (*time.Location, bool) {
	name, ok := object.AsStr(key)
	if !ok || name == "" || name == "Local" {
		return nil, false
	}
	l, err := time.LoadLocation(name)
	return l, err == nil
}

func zoneAt(t *object.Thread, a []object.Value, at func(*time.Location, int64) time.Time) (object.Value, error) {
	l, ok := zone(a[0])
	if !ok {
		return object.Value{}, object.Raise(object.ValueError, "unknown time zone")
	}
	seconds, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	when := at(l, int64(seconds))
	name, offset := when.Zone()
	return object.NewTuple(object.Int(int64(offset)), object.Int(int64(summer(when))), object.NewStr(name)), nil
}

// summer is how many seconds the clocks are put forward; below zero where winter is the exception, as in Ireland.
func summer(at time.Time) int {
	if !at.IsDST() {
		return 0
	}
	_, offset := at.Zone()
	for range 4 { // beside a summer lies a winter, but for a change of the zone in between
		start, end := at.ZoneBounds()
		for _, beside := range []time.Time{start.Add(-time.Second), end} {
			if !start.IsZero() && !end.IsZero() && !beside.IsDST() {
				if _, other := beside.Zone(); other != offset {
					return offset - other
				}
			}
		}
		if start.IsZero() {
			break
		}
		at = start.Add(-time.Second)
	}
	return 3600
}

// onClock is the time at which the clocks of l show so many seconds after 1970. Where they
// do twice, fold is the second time; where never, fold is after they were put forward.
func onClock(l *time.Location, seconds int64, fold bool) time.Time {
	const day = 24 * 3600
	_, before := time.Unix(seconds-day, 0).In(l).Zone()
	_, after := time.Unix(seconds+day, 0).In(l).Zone()
	first, second := time.Unix(seconds-int64(before), 0).In(l), time.Unix(seconds-int64(after), 0).In(l)
	_, atFirst := first.Zone()
	_, atSecond := second.Zone()
	switch {
	case atFirst == before && atSecond != after:
		return first
	case atFirst != before && atSecond == after:
		return second
	case atFirst == before && !fold || before == after:
		return first
	case atFirst == before:
		return second
	case fold: // never: what holds after the gap
		return first
	}
	return second
}
