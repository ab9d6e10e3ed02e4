package numpy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gputour/engine/object"
)

// This file is datetime64 and timedelta64: counts of a unit since 1970, and spans.
// https://numpy.org/doc/1.24/reference/arrays.datetime.html

// notATime is NaT.
const notATime = math.MinInt64

// units are the units of time from coarse to fine; each but the first is so many in one
// of the unit before, years and months apart.
var units = []struct {
	name string
	per  int64
}{{"Y", 0}, {"M", 12}, {"W", 0}, {"D", 7}, {"h", 24}, {"m", 60}, {"s", 60}, {"ms", 1000}, {"us", 1000}, {"ns", 1000}}

func unitRank(name string) int {
	for i, u := range units {
		if u.name == name {
			return i
		}
	}
	return -1
}

// daysFromCivil counts days from 1970-01-01 in the Gregorian calendar
// (https://howardhinnant.github.io/date_algorithms.html).
func daysFromCivil(y, m, d int64) int64 {
	if m <= 2 {
		y--
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	doy := (153*((m+9)%12)+2)/5 + d - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

func civilFromDays(z int64) (y, m, d int64) {
	z += 719468
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	m = (mp+2)%12 + 1
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m, doy - (153*mp+2)/5 + 1
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// perDay is how many of a unit, hours or finer, make a day.
func perDay(rank int) int64 {
	n := int64(1)
	for i := 4; i <= rank; i++ {
		n *= units[i].per
	}
	return n
}

// rescale turns a count of one unit into one of another; dates go through the calendar.
func rescale(n int64, from, to int, date bool) int64 {
	if n == notATime || from == to {
		return n
	}
	if from <= 1 && to <= 1 {
		if from == 0 {
			return n * 12
		}
		return floorDiv(n, 12)
	}
	days, rest := n, int64(0) // rest counts the unit from within a day
	switch {
	case from <= 1:
		if from == 0 {
			n *= 12
		}
		days = daysFromCivil(1970+floorDiv(n, 12), n-floorDiv(n, 12)*12+1, 1)
	case from == 2:
		days = n * 7
	case from > 3:
		days = floorDiv(n, perDay(from))
		rest = n - days*perDay(from)
	}
	switch {
	case to <= 1:
		y, m, _ := civilFromDays(days)
		if to == 0 {
			return y - 1970
		}
		return (y-1970)*12 + m - 1
	case to == 2:
		return floorDiv(days, 7)
	case to == 3:
		return days
	case to >= from && from > 3:
		return days*perDay(to) + rest*(perDay(to)/perDay(from))
	case from > 3:
		return days*perDay(to) + rest/(perDay(from)/perDay(to))
	}
	return days * perDay(to)
}

// dateText writes a date in ISO 8601, as far as its unit reaches.
func (i *typeInfo) dateText(n int64) string {
	if n == notATime {
		return "NaT"
	}
	rank := unitRank(i.unit)
	days := rescale(n, rank, 3, true)
	y, m, d := civilFromDays(days)
	switch {
	case rank == 0:
		return fmt.Sprintf("%04d", y)
	case rank == 1:
		return fmt.Sprintf("%04d-%02d", y, m)
	case rank <= 3:
		return fmt.Sprintf("%04d-%02d-%02d", y, m, d)
	}
	rest := n - days*perDay(rank)
	text := fmt.Sprintf("%04d-%02d-%02dT%02d", y, m, d, rest/(perDay(rank)/24))
	if rank >= 5 {
		text += fmt.Sprintf(":%02d", rest/(perDay(rank)/1440)%60)
	}
	if rank >= 6 {
		text += fmt.Sprintf(":%02d", rest/(perDay(rank)/86400)%60)
	}
	if rank >= 7 {
		text += fmt.Sprintf(".%0*d", 3*(rank-6), rest%(perDay(rank)/86400))
	}
	return text
}

// parseDate reads a date in ISO 8601; the unit is the finest that it names.
func parseDate(text string) (n int64, rank int, ok bool) {
	if strings.EqualFold(text, "nat") || text == "" {
		return notATime, -1, true
	}
	date, clock, timed := strings.Cut(strings.Replace(text, " ", "T", 1), "T")
	parts := strings.Split(date, "-")
	field := [3]int64{1970, 1, 1}
	if len(parts) > 3 {
		return 0, 0, false
	}
	for i, p := range parts {
		v, err := strconv.ParseInt(p, 10, 32)
		if err != nil || i == 1 && (v < 1 || v > 12) || i == 2 && (v < 1 || v > 31) {
			return 0, 0, false
		}
		field[i] = v
	}
	days := daysFromCivil(field[0], field[1], field[2])
	if !timed {
		rank = []int{0, 1, 3}[len(parts)-1]
		return rescale(days, 3, rank, true), rank, true
	}
	return parseClock(days, strings.TrimSuffix(clock, "Z"))
}

func parseClock(days int64, clock string) (n int64, rank int, ok bool) {
	whole, fraction, fractional := strings.Cut(clock, ".")
	parts := strings.Split(whole, ":")
	if len(parts) > 3 {
		return 0, 0, false
	}
	n, rank = days, 3
	for _, p := range parts {
		v, err := strconv.ParseInt(p, 10, 32)
		rank++
		if err != nil || v < 0 || v >= units[rank].per {
			return 0, 0, false
		}
		n = n*units[rank].per + v
	}
	if fractional {
		rank = 6 + (len(fraction)+2)/3
		v, err := strconv.ParseInt((fraction + "00")[:3*(rank-6)], 10, 64)
		if err != nil || rank > 9 || len(parts) != 3 {
			return 0, 0, false
		}
		n = n*(perDay(rank)/perDay(6)) + v
	}
	return n, rank, true
}

// moment reads a date or span for an array of type i.
func (i *typeInfo) moment(t *object.Thread, v object.Value) (int64, error) {
	if s, ok := v.Object().(*Scalar); ok && s.info != nil && (s.info.kind == 'M' || s.info.kind == 'm') {
		return rescale(s.s.I, unitRank(s.info.unit), unitRank(i.unit), true), nil
	}
	if text, ok := object.AsStr(v); ok && i.kind == 'M' {
		n, rank, ok := parseDate(text)
		if !ok {
			return 0, valueError("Error parsing datetime string \"%s\" at position 0", text)
		}
		return rescale(n, rank, unitRank(i.unit), true), nil
	}
	if text, ok := dateObject(t, v); ok {
		n, rank, _ := parseDate(text)
		return rescale(n, rank, unitRank(i.unit), true), nil
	}
	if v.IsNone() {
		return notATime, nil
	}
	k, err := object.IndexInt(t, v)
	return int64(k), err
}

// dateObject is the ISO text of a datetime.date or datetime.datetime.
func dateObject(t *object.Thread, v object.Value) (string, bool) {
	if c := v.Class().Name; c != "date" && c != "datetime" {
		return "", false
	}
	x, err := object.CallAttr(t, v, "isoformat")
	if err != nil {
		return "", false
	}
	return object.AsStr(x)
}

// rescaled is an array of dates or spans in another unit.
func (a *Array) rescaled(t *object.Thread, to *typeInfo) (*Array, error) {
	r, err := newArray(envOf(t), to.d, a.shape)
	if err != nil {
		return nil, err
	}
	from, unit := unitRank(a.dom.info.unit), unitRank(to.unit)
	mem := r.memory()
	for i, s := range a.plain().scalars() {
		s.I = rescale(s.I, from, unit, a.dom.info.kind == 'M')
		store(mem, to.d, r.offset+i, s)
	}
	return r.within(newDomain(to)), nil
}

// makeMoment is datetime64(value, unit) or timedelta64(value, unit).
func makeMoment(t *object.Thread, kind byte, v, unit object.Value) (object.Value, error) {
	name, given := object.AsStr(unit)
	if !given {
		name = "D"
		if text, ok := object.AsStr(v); ok {
			if _, rank, ok := parseDate(text); ok && rank >= 0 {
				name = units[rank].name
			}
		} else if text, ok := dateObject(t, v); ok {
			_, rank, _ := parseDate(text)
			name = units[rank].name
			if rank > 3 {
				name = "us"
			}
		} else if s, ok := v.Object().(*Scalar); ok && s.info != nil {
			name = s.info.unit
		}
	}
	if unitRank(name) < 0 {
		return object.Value{}, typeError("Invalid datetime unit \"%s\" in metadata", name)
	}
	info := timeInfo(kind, name)
	n, err := info.moment(t, v)
	if err != nil {
		return object.Value{}, err
	}
	return newDomain(info).object(n), nil
}
