package datetime

import (
	"cmp"
	"time"

	"gputour/engine/object"
)

// This file compares, hashes and moves moments.

// momentCompare compares two dates, or two datetimes of one zone; the rest is Python's.
func momentCompare(t *object.Thread, op object.CompareOp, v, w object.Value) (object.Value, error) {
	a := v.Object().(*moment)
	b, ok := w.Object().(*moment)
	if !ok || a.clock != b.clock || a.zone != b.zone {
		return rare(t, "_compared", v, w, object.NewStr(op.String()))
	}
	return object.Bool(holds(op, cmp.Compare(a.ticks(), b.ticks()))), nil
}

// holds reports whether an order, below, at or above zero, is what op asks for.
func holds(op object.CompareOp, order int) bool {
	return [...]bool{object.Lt: order < 0, object.Le: order <= 0, object.Eq: order == 0, object.Ne: order != 0, object.Gt: order > 0, object.Ge: order >= 0}[op]
}

func momentHash(t *object.Thread, v object.Value) (int64, error) {
	m := v.Object().(*moment)
	if m.hash != 0 {
		return m.hash, nil
	}
	ticks := object.Int(m.ticks())
	if !m.zone.IsNone() {
		var err error
		if ticks, err = rare(t, "_moment", v); err != nil {
			return 0, err
		}
	}
	hash, err := object.Hash(t, ticks)
	m.hash = hash
	return hash, err
}

// momentAdd takes its operands in any order.
func momentAdd(t *object.Thread, v, w object.Value) (object.Value, error) {
	if _, ok := v.Object().(*duration); ok {
		v, w = w, v
	}
	return momentMoved(t, v, w, 1)
}

// momentMoved is v and a duration later, or earlier where sign is -1.
func momentMoved(t *object.Thread, v, w object.Value, sign int64) (object.Value, error) {
	a, ok := v.Object().(*moment)
	d, also := w.Object().(*duration)
	if !ok || !also {
		return object.NotImplemented, nil
	}
	m := &moment{zone: a.zone, clock: a.clock}
	days, rest := a.ordinal()+sign*d.days, int64(0)
	if a.clock {
		rest = (a.secondOfDay()+sign*d.seconds)*microsPerSecond + a.micro + sign*d.micros
	}
	if days < -1 || days > maxOrdinal+1 || !m.setTicks(days*microsPerDay+rest) {
		return object.Value{}, object.Raise(object.OverflowError, "date value out of range")
	}
	return m.made(t, v.Class())
}

func momentSub(t *object.Thread, v, w object.Value) (object.Value, error) {
	a, ok := v.Object().(*moment)
	b, also := w.Object().(*moment)
	switch {
	case !ok:
		return object.NotImplemented, nil
	case !also:
		return momentMoved(t, v, w, -1)
	case a.clock != b.clock:
		return object.NotImplemented, nil
	case a.zone != b.zone:
		return rare(t, "_difference", v, w)
	}
	return newDuration(t, a.ordinal()-b.ordinal(), a.secondOfDay()-b.secondOfDay(), a.micro-b.micro)
}

// at is the moment so long after 1970.
func at(t *object.Thread, c object.Value, seconds, micro int64) (object.Value, error) {
	m := &moment{zone: object.None, clock: true}
	const reach = maxOrdinal * 86400
	if seconds < -reach || seconds > reach || !m.setTicks((epochOrdinal*86400+seconds)*microsPerSecond+micro) {
		return object.Value{}, object.Raise(object.ValueError, "year is out of range")
	}
	return m.made(t, c.Object().(*object.Class))
}

func momentAt(t *object.Thread, a []object.Value) (object.Value, error) {
	seconds, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	micro, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	return at(t, a[0], int64(seconds), int64(micro))
}

func momentNow(t *object.Thread, a []object.Value) (object.Value, error) {
	now := time.Now()
	return at(t, a[0], now.Unix(), int64(now.Nanosecond()/1000))
}
