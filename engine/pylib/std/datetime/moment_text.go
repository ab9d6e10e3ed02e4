package datetime

import "gputour/engine/object"

// This file writes and reads moments in the form of ISO 8601.

// appendNumber appends n with at least so many digits.
func appendNumber(b []byte, n int64, width int) []byte {
	var digits [20]byte
	if n < 0 {
		return appendNumber(append(b, '-'), -n, width)
	}
	i := len(digits)
	for ; n > 0 || width > 0; n, width = n/10, width-1 {
		i--
		digits[i] = byte('0' + n%10)
	}
	return append(b, digits[i:]...)
}

// momentPlain is 2024-01-02, or 2024-01-02T03:04:05 with microseconds where there are any.
func momentPlain(_ *object.Thread, a []object.Value) (object.Value, error) {
	var room [32]byte
	m := a[0].Object().(*moment)
	b := appendNumber(room[:0], m.year, 4)
	b = appendNumber(append(b, '-'), m.month, 2)
	b = appendNumber(append(b, '-'), m.day, 2)
	if m.clock {
		b = appendNumber(append(b, 'T'), m.hour, 2)
		b = appendNumber(append(b, ':'), m.minute, 2)
		b = appendNumber(append(b, ':'), m.second, 2)
		if m.micro != 0 {
			b = appendNumber(append(b, '.'), m.micro, 6)
		}
	}
	return object.NewASCIIText(b), nil
}

// momentRead reads what momentPlain writes, with any character between date and time, seconds and
// microseconds or not, and fractions of three digits. Other forms are Python's to read.
func momentRead(t *object.Thread, a []object.Value) (object.Value, error) {
	text, ok := object.AsStr(a[1])
	if !ok {
		return object.None, nil
	}
	c := a[0].Object().(*object.Class)
	r := reader{text: text}
	m := &moment{zone: object.None, clock: c.IsSubclassOf(kindsKey.Get(t.Session).datetime)}
	m.year, m.month, m.day = r.number(4), r.after('-', 2), r.after('-', 2)
	if m.clock && len(r.text) > 0 && r.text[0] < 0x80 {
		r.text = r.text[1:]
		m.hour, m.minute = r.number(2), r.after(':', 2)
		if len(r.text) > 0 {
			m.second = r.after(':', 2)
		}
		if width := len(r.text) - 1; width == 3 || width == 6 {
			if m.micro = r.after('.', width); width == 3 {
				m.micro *= 1000
			}
		}
	}
	if r.failed || r.text != "" || !m.valid() {
		return object.None, nil
	}
	return m.made(t, c)
}

// valid reports whether all fields are in range.
func (m *moment) valid() bool {
	return m.year >= 1 && m.month >= 1 && m.month <= 12 && m.day >= 1 && m.day <= daysIn(m.year, m.month) &&
		m.hour < 24 && m.minute < 60 && m.second < 60
}

// reader takes numbers off the beginning of a text.
type reader struct {
	text   string
	failed bool
}

func (r *reader) number(width int) int64 {
	if len(r.text) < width {
		r.failed = true
		return 0
	}
	n := int64(0)
	for i := range width {
		digit := r.text[i] - '0'
		r.failed = r.failed || digit > 9
		n = n*10 + int64(digit)
	}
	r.text = r.text[width:]
	return n
}

// after is a number behind a mark.
func (r *reader) after(mark byte, width int) int64 {
	if r.text == "" || r.text[0] != mark {
		r.failed = true
		return 0
	}
	r.text = r.text[1:]
	return r.number(width)
}
