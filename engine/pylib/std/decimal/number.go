// Package decimal is Python's module _decimal: numbers of decimal digits.
package decimal

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"gputour/engine/object"
)

// Module _decimal: numbers of decimal digits, by the General Decimal Arithmetic
// Specification (https://speleotrove.com/decimal/decarith.html). The number, its rounding
// and the everyday operations are Go; what is rarer is in Python.

// decimal is ±coef·10^exp, or an infinity or a NaN. It never changes.
type decimal struct {
	object.Head
	neg  bool
	kind decimalKind
	coef *big.Int // of a NaN the digits behind its name
	exp  int64
	own  big.Int     // what coef points to in a result of arithmetic
	room [3]big.Word // and its digits, if they are few
}

// result returns a number to be computed in its own coefficient.
func result(neg bool, exp int64) *decimal {
	d := &decimal{neg: neg, exp: exp}
	d.own.SetBits(d.room[:0])
	d.coef = &d.own
	return d
}

type decimalKind uint8

const (
	finiteDecimal decimalKind = iota
	infiniteDecimal
	quietNaN
	signalingNaN
)

// kindLetters are what as_tuple and the Python parts call the kinds.
var kindLetters = [...]string{finiteDecimal: "", infiniteDecimal: "F", quietNaN: "n", signalingNaN: "N"}

var bigZero, bigOne, bigFive, bigTen = new(big.Int), big.NewInt(1), big.NewInt(5), big.NewInt(10)

func (d *decimal) isNaN() bool  { return d.kind >= quietNaN }
func (d *decimal) isZero() bool { return d.kind == finiteDecimal && d.coef.Sign() == 0 }

// adjusted is the exponent of the first digit.
func (d *decimal) adjusted() int64 { return d.exp + digitCount(d.coef) - 1 }

// zeroDecimal and their like are made anew: each result is an object of its own.
func zeroDecimal(neg bool, exp int64) *decimal { return &decimal{neg: neg, coef: bigZero, exp: exp} }
func infinity(neg bool) *decimal               { return &decimal{neg: neg, coef: bigZero, kind: infiniteDecimal} }
func notANumber() *decimal                     { return &decimal{coef: bigZero, kind: quietNaN} }

// magnitude is d without its sign.
func (d *decimal) magnitude() *decimal { return &decimal{coef: d.coef, exp: d.exp, kind: d.kind} }

func (d *decimal) negated() *decimal {
	return &decimal{neg: !d.neg, coef: d.coef, exp: d.exp, kind: d.kind}
}

// fresh tells of a result that nobody has seen yet.
func (d *decimal) fresh() bool { return d.Class() == nil && d.coef == &d.own }

// powersOfTen are those that precisions in use need.
var powersOfTen = func() []*big.Int {
	list := make([]*big.Int, 128)
	list[0] = bigOne
	for i := range list[1:] {
		list[i+1] = new(big.Int).Mul(list[i], bigTen)
	}
	return list
}()

// smallPowers are the powers of ten of one word.
var smallPowers = func() (list [20]uint64) {
	list[0] = 1
	for i := range list[1:] {
		list[i+1] = 10 * list[i]
	}
	return list
}()

// halvesOfTen are half of powersOfTen, but for the first.
var halvesOfTen = func() []*big.Int {
	list := make([]*big.Int, len(powersOfTen))
	for i := range list[1:] {
		list[i+1] = new(big.Int).Rsh(powersOfTen[i+1], 1)
	}
	return list
}()

// powerOfTen is 10**n, not to be changed.
func powerOfTen(n int64) *big.Int {
	if n < int64(len(powersOfTen)) {
		return powersOfTen[n]
	}
	return new(big.Int).Exp(bigTen, big.NewInt(n), nil)
}

// digitCount is the number of digits of n ≥ 0; zero has one.
func digitCount(n *big.Int) int64 {
	bits := n.BitLen()
	if bits == 0 {
		return 1
	}
	// From the bits the count is known but for one: 2**(bits-1) has as many digits or one less.
	count := int64(float64(bits-1)*(math.Ln2/math.Ln10)) + 1
	if bits < 64 {
		if count < int64(len(smallPowers)) && n.Uint64() >= smallPowers[count] {
			count++
		}
		return count
	}
	if bits > 1<<20 {
		count-- // the float may have rounded up
	}
	for n.Cmp(powerOfTen(count)) >= 0 {
		count++
	}
	return count
}

// chargeDigits announces numbers of n digits.
func chargeDigits(t *object.Thread, n int64) error {
	if n < 1024 {
		return nil
	}
	if n > int64(object.DefaultLimits.IntBits) || n*10/3 > t.Session.Limits.IntBits {
		return object.NewException(object.MemoryError)
	}
	return t.Charge(int(n))
}

// scaled is coef·10^n.
func scaled(t *object.Thread, coef *big.Int, n int64) (*big.Int, error) {
	if n == 0 || coef.Sign() == 0 {
		return coef, nil
	}
	if err := chargeDigits(t, n); err != nil {
		return nil, err
	}
	return new(big.Int).Mul(coef, powerOfTen(n)), nil
}

// scale sets z to coef·10^n.
func scale(t *object.Thread, z, coef *big.Int, n int64) error {
	if n == 0 || coef.Sign() == 0 {
		z.Set(coef)
		return nil
	}
	if err := chargeDigits(t, n); err != nil {
		return err
	}
	z.Mul(coef, powerOfTen(n))
	return nil
}

// parseDecimal reads a numeric string; ok is false if it is none.
func parseDecimal(t *object.Thread, text string) (d *decimal, ok bool, err error) {
	text = strings.ReplaceAll(strings.TrimSpace(text), "_", "")
	d = &decimal{coef: bigZero}
	if text != "" && (text[0] == '-' || text[0] == '+') {
		d.neg, text = text[0] == '-', text[1:]
	}
	if text == "" {
		return d, false, nil
	}
	if c := text[0] | 0x20; c == 'i' || c == 'n' || c == 's' {
		return d, d.parseSpecial(strings.ToLower(text)), nil
	}
	digits := make([]byte, 0, len(text))
	point, seen := int64(0), false
	i := 0
	for _, r := range text {
		n := decimalDigit(r)
		switch {
		case n >= 0:
			digits = append(digits, '0'+byte(n))
			if seen {
				point++
			}
		case r == '.' && !seen:
			seen = true
		default:
			goto exponent
		}
		i += len(string(r))
	}
exponent:
	if len(digits) == 0 {
		return d, false, nil
	}
	if err := chargeDigits(t, int64(len(digits))); err != nil {
		return d, false, err
	}
	exp, ok := parseExponent(text[i:])
	if !ok {
		return d, false, nil
	}
	d.exp = exp - point
	if len(digits) < 19 {
		n, _ := strconv.ParseInt(string(digits), 10, 64)
		d.coef = big.NewInt(n)
	} else {
		d.coef, _ = new(big.Int).SetString(string(digits), 10)
	}
	return d, true, nil
}

// decimalDigit is the value of a digit of any script, -1 for anything else.
func decimalDigit(r rune) int64 {
	if r < 0x80 {
		if '0' <= r && r <= '9' {
			return int64(r - '0')
		}
		return -1
	}
	// The digits of a script stand together, from zero on.
	for _, run := range unicode.Nd.R16 {
		if uint32(run.Lo) <= uint32(r) && uint32(r) <= uint32(run.Hi) {
			return (int64(r) - int64(run.Lo)) % 10
		}
	}
	for _, run := range unicode.Nd.R32 {
		if run.Lo <= uint32(r) && uint32(r) <= run.Hi {
			return (int64(r) - int64(run.Lo)) % 10
		}
	}
	return -1
}

func parseExponent(text string) (int64, bool) {
	if text == "" {
		return 0, true
	}
	if text[0]|0x20 != 'e' || len(text) == 1 {
		return 0, false
	}
	sign, digits := "", text[1:]
	if digits[0] == '+' || digits[0] == '-' {
		sign, digits = digits[:1], digits[1:]
	}
	plain := []byte(sign)
	for _, r := range digits {
		n := decimalDigit(r)
		if n < 0 {
			return 0, false
		}
		plain = append(plain, '0'+byte(n))
	}
	if digits == "" {
		return 0, false
	}
	f, _ := strconv.ParseFloat(string(plain), 64)
	if math.Abs(f) < 1e15 {
		return int64(f), true
	}
	if n, err := strconv.ParseInt(string(plain), 10, 64); err == nil && n > -4e18 && n < 4e18 {
		return n, true
	}
	return clampExponent(f), true
}

// parseSpecial reads the name of an infinity or a NaN, with its digits.
func (d *decimal) parseSpecial(text string) bool {
	if text == "inf" || text == "infinity" {
		d.kind = infiniteDecimal
		return true
	}
	d.kind = quietNaN
	if strings.HasPrefix(text, "snan") {
		d.kind, text = signalingNaN, text[1:]
	}
	digits, ok := strings.CutPrefix(text, "nan")
	if !ok {
		return false
	}
	if digits == "" {
		return true
	}
	plain := make([]byte, 0, len(digits))
	for _, r := range digits {
		n := decimalDigit(r)
		if n < 0 {
			return false
		}
		plain = append(plain, '0'+byte(n))
	}
	d.coef, ok = new(big.Int).SetString(string(plain), 10)
	return ok
}

// text is the scientific string: the digits as they are, with an exponent if that is needed.
func (d *decimal) text(capitals bool) string {
	if d.kind == finiteDecimal && d.exp <= 0 && d.exp > -6 && d.coef.IsUint64() {
		return d.shortText()
	}
	sign := ""
	if d.neg {
		sign = "-"
	}
	switch d.kind {
	case infiniteDecimal:
		return sign + "Infinity"
	case quietNaN, signalingNaN:
		name := map[decimalKind]string{quietNaN: "NaN", signalingNaN: "sNaN"}[d.kind]
		if d.coef.Sign() != 0 {
			name += d.coef.String()
		}
		return sign + name
	}
	digits := d.coef.String()
	left := d.exp + int64(len(digits))
	if d.exp <= 0 && left > -6 {
		return sign + pointed(digits, left)
	}
	e := "E"
	if !capitals {
		e = "e"
	}
	return sign + pointed(digits, 1) + e + signedExponent(left-1)
}

// shortText is the text of a number of one word with few places behind the point.
func (d *decimal) shortText() string {
	var room [44]byte
	digits := strconv.AppendUint(room[:0:20], d.coef.Uint64(), 10)
	out := room[20:20]
	if d.neg {
		out = append(out, '-')
	}
	whole := len(digits) + int(d.exp)
	switch {
	case d.exp == 0:
		return string(append(out, digits...))
	case whole <= 0:
		out = append(append(out, "0.00000"[:2-whole]...), digits...)
	default:
		out = append(append(append(out, digits[:whole]...), '.'), digits[whole:]...)
	}
	return string(out)
}

func signedExponent(n int64) string {
	if n < 0 {
		return strconv.FormatInt(n, 10)
	}
	return "+" + strconv.FormatInt(n, 10)
}

// pointed puts a point behind so many digits.
func pointed(digits string, point int64) string {
	n := int64(len(digits))
	switch {
	case point <= 0:
		return "0." + strings.Repeat("0", int(-point)) + digits
	case point >= n:
		return digits + strings.Repeat("0", int(point-n))
	}
	return digits[:point] + "." + digits[point:]
}

// decimalFromFloat is f exactly.
func decimalFromFloat(f float64) *decimal {
	switch {
	case math.IsInf(f, 0):
		return infinity(f < 0)
	case math.IsNaN(f):
		return notANumber()
	}
	mantissa, e := math.Frexp(math.Abs(f))
	n := big.NewInt(int64(mantissa * (1 << 53)))
	e -= 53
	if zeros := int(n.TrailingZeroBits()); e < 0 && n.Sign() != 0 {
		cut := min(zeros, -e)
		n.Rsh(n, uint(cut))
		e += cut
	}
	d := &decimal{neg: math.Signbit(f), coef: n}
	switch {
	case n.Sign() == 0:
	case e >= 0:
		n.Lsh(n, uint(e))
	default:
		n.Mul(n, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-e)), nil))
		d.exp = int64(e)
	}
	return d
}
