package store

import (
	"errors"
	"strconv"
	"strings"
)

// Points are points in hundredths, so that sums are exact.
type Points int64

// PointsMost bounds what one number of points may be.
const PointsMost Points = 1_000_000_00

// ErrPoints is the error of a text that is no number of points.
var ErrPoints = errors.New("points are a number such as 2 or 1.5, with two decimals at most")

// ParsePoints reads "2", "1.5" or "1,25"; a sign is refused.
func ParsePoints(text string) (Points, error) {
	whole, part, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), ",", "."), ".")
	if len(whole) == 0 || len(whole) > 7 || len(part) > 2 {
		return 0, ErrPoints
	}
	n, err := strconv.ParseUint(whole+(part + "00")[:2], 10, 64)
	if err != nil || Points(n) > PointsMost {
		return 0, ErrPoints
	}
	return Points(n), nil
}

// String writes points as ParsePoints reads them.
func (p Points) String() string {
	sign := ""
	if p < 0 {
		sign, p = "-", -p
	}
	text := sign + strconv.FormatInt(int64(p/100), 10)
	if part := p % 100; part > 0 {
		text += strings.TrimRight("."+strconv.FormatInt(int64(100+part), 10)[1:], "0")
	}
	return text
}
