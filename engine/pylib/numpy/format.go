package numpy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file writes arrays as NumPy 1.24 prints them (numpy/core/arrayprint.py).

// printOptions are np.set_printoptions' settings of a session.
type printOptions struct {
	precision, threshold, edge, width int
	suppress                          bool
}

var printKey = object.NewKey(func(*object.Session) *printOptions {
	return &printOptions{precision: 8, threshold: 1000, edge: 3, width: 75}
})

// formatter writes the elements of one array.
type formatter func(s tensor.Scalar) string

// scalarText is str() of a scalar.
func scalarText(d tensor.DType, s tensor.Scalar) string {
	switch {
	case d == tensor.Bool && s.IsTrue():
		return "True"
	case d == tensor.Bool:
		return "False"
	case d.IsIntegral():
		return strconv.FormatInt(s.I, 10)
	case d.IsComplex():
		if d == tensor.Complex128 {
			return object.ComplexRepr(s.C)
		}
		im := floatText(tensor.Float32, imag(s.C))
		if imag(s.C) >= 0 || math.IsNaN(imag(s.C)) {
			im = "+" + im
		}
		return "(" + strings.TrimSuffix(floatText(tensor.Float32, real(s.C)), ".0") + strings.TrimSuffix(im, ".0") + "j)"
	}
	return floatText(d, s.Float64())
}

// floatText writes one float with the digits that tell it apart from its neighbours.
func floatText(d tensor.DType, f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nonFinite(f, "")
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		m, exp := digitsOf(d, f)
		text := m[:1]
		if len(m) > 1 {
			text += "." + m[1:]
		}
		return signText(f) + text + "e" + exponentText(exp, 2)
	}
	text := positional(d, f, -1)
	if strings.HasSuffix(text, ".") {
		text += "0"
	}
	return text
}

func signText(f float64) string {
	if math.Signbit(f) {
		return "-"
	}
	return ""
}

func nonFinite(f float64, plus string) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case f > 0:
		return plus + "inf"
	}
	return "-inf"
}

func exponentText(exp, width int) string {
	sign := "+"
	if exp < 0 {
		sign, exp = "-", -exp
	}
	text := strconv.Itoa(exp)
	return sign + strings.Repeat("0", max(0, width-len(text))) + text
}

// shortest formats |f| in the shortest digits that read back as the same element.
func shortest(d tensor.DType, f float64) string {
	f = math.Abs(f)
	switch d {
	case tensor.Float16:
		for p := 0; p < 6; p++ {
			text := strconv.FormatFloat(f, 'e', p, 64)
			if g, _ := strconv.ParseFloat(text, 64); rounded(d, tensor.Float(g)).F == f {
				return text
			}
		}
	case tensor.Float32, tensor.Complex64:
		return strconv.FormatFloat(f, 'e', -1, 32)
	}
	return strconv.FormatFloat(f, 'e', -1, 64)
}

// digitsOf are the shortest digits of |f| and the decimal exponent of the first.
func digitsOf(d tensor.DType, f float64) (digits string, exp int) {
	m, e, _ := strings.Cut(shortest(d, f), "e")
	exp, _ = strconv.Atoi(e)
	return strings.Replace(m, ".", "", 1), exp
}

// positional writes f without exponent, "1." for whole numbers, rounded to at most
// precision digits after the point; -1 keeps all of the shortest digits.
func positional(d tensor.DType, f float64, precision int) string {
	digits, exp := digitsOf(d, f)
	if precision >= 0 && len(digits)-1-exp > precision {
		digits, exp = roundDigits(digits, exp, exp+1+precision)
	}
	whole, frac := "0", ""
	switch {
	case exp < 0:
		frac = strings.Repeat("0", -exp-1) + digits
	case len(digits) <= exp+1:
		whole = digits + strings.Repeat("0", exp+1-len(digits))
	default:
		whole, frac = digits[:exp+1], digits[exp+1:]
	}
	return signText(f) + whole + "." + strings.TrimRight(frac, "0")
}

// roundDigits keeps n digits, rounding half to even as the decimal text stands.
func roundDigits(digits string, exp, n int) (string, int) {
	if n < 0 {
		return "0", exp
	}
	cut := digits[n:]
	up := cut[0] > '5' || cut[0] == '5' && (strings.Trim(cut[1:], "0") != "" || n > 0 && (digits[n-1]-'0')%2 == 1)
	kept := []byte(digits[:n])
	if up {
		i := n - 1
		for ; i >= 0 && kept[i] == '9'; i-- {
			kept[i] = '0'
		}
		if i >= 0 {
			kept[i]++
		} else {
			kept, exp = append([]byte{'1'}, kept...), exp+1
		}
	}
	if len(kept) == 0 {
		return "0", exp
	}
	return string(kept), exp
}

// scientific writes f with an exponent of at least width digits.
func scientific(d tensor.DType, f float64, precision int, trim bool) (mantissa string, exp int) {
	digits, exp := digitsOf(d, f)
	if precision >= 0 && len(digits) > precision+1 {
		before := exp
		digits, exp = roundDigits(digits, exp, precision+1)
		if exp > before {
			digits = digits[:len(digits)-1]
		}
	}
	frac := digits[1:]
	if trim {
		frac = strings.TrimRight(frac, "0")
	}
	return signText(f) + digits[:1] + "." + frac, exp
}

// floatFormatter aligns floats on the point, or writes all with exponents.
func (o *printOptions) floatFormatter(d tensor.DType, list []float64, plus bool) func(float64) string {
	var finite []float64
	high, low := 0.0, math.Inf(1)
	other := 0 // width of what is not finite
	for _, f := range list {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			n := 3
			if f < 0 || plus && f > 0 {
				n = 4
			}
			other = max(other, n)
			continue
		}
		finite = append(finite, f)
		if a := math.Abs(f); a != 0 {
			high, low = max(high, a), min(low, a)
		}
	}
	exponents := high > 0 && (high >= 1e8 || !o.suppress && (low < 1e-4 || high/low > 1000))
	var write func(float64) string
	if exponents {
		write = o.exponentWriter(d, finite)
	} else {
		write = o.pointWriter(d, finite)
	}
	width := other
	for _, f := range finite {
		width = max(width, len(write(f)))
	}
	left := 0
	for _, f := range finite {
		text := write(f)
		i := strings.IndexByte(text, '.')
		if plus && !math.Signbit(f) {
			i++
		}
		left = max(left, i)
	}
	return func(f float64) string {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			sign := ""
			if plus && !math.IsNaN(f) {
				sign = "+"
			}
			return padLeft(nonFinite(f, sign), o.fieldWidth(finite, write, left, other))
		}
		text := write(f)
		if plus && !math.Signbit(f) {
			text = "+" + text
		}
		lead := max(left, other-(len(text)-strings.IndexByte(text, '.')))
		return strings.Repeat(" ", lead-strings.IndexByte(text, '.')) + text
	}
}

// fieldWidth is the width of every finite element once padded.
func (o *printOptions) fieldWidth(finite []float64, write func(float64) string, left, other int) int {
	if len(finite) == 0 {
		return other
	}
	text := write(finite[0])
	return max(other, left+len(text)-strings.IndexByte(text, '.'))
}

// pointWriter writes floats without exponent, padded with blanks after the point.
func (o *printOptions) pointWriter(d tensor.DType, finite []float64) func(float64) string {
	right := 0
	for _, f := range finite {
		text := positional(d, f, o.precision)
		right = max(right, len(text)-strings.IndexByte(text, '.')-1)
	}
	return func(f float64) string {
		text := positional(d, f, o.precision)
		return text + strings.Repeat(" ", right-(len(text)-strings.IndexByte(text, '.')-1))
	}
}

// exponentWriter writes floats with exponents and as many digits as the longest needs.
func (o *printOptions) exponentWriter(d tensor.DType, finite []float64) func(float64) string {
	digits, width := 0, 2
	for _, f := range finite {
		m, exp := scientific(d, f, o.precision, true)
		digits = max(digits, len(m)-strings.IndexByte(m, '.')-1)
		width = max(width, len(strconv.Itoa(max(exp, -exp))))
	}
	return func(f float64) string {
		m, exp := scientific(d, f, o.precision, true)
		short := digits - (len(m) - strings.IndexByte(m, '.') - 1)
		return m + strings.Repeat("0", short) + "e" + exponentText(exp, width)
	}
}

func padLeft(text string, width int) string {
	return strings.Repeat(" ", max(0, width-len(text))) + text
}

// formatter chooses how the elements of list are written.
func (o *printOptions) formatter(d tensor.DType, list []tensor.Scalar) formatter {
	switch {
	case d.IsComplex():
		re, im := make([]float64, len(list)), make([]float64, len(list))
		for i, s := range list {
			re[i], im[i] = real(s.C), imag(s.C)
		}
		realPart, imagPart := o.floatFormatter(d, re, false), o.floatFormatter(d, im, true)
		return func(s tensor.Scalar) string {
			text := strings.TrimRight(imagPart(imag(s.C)), " ")
			full := len(imagPart(imag(s.C)))
			return realPart(real(s.C)) + text + "j" + strings.Repeat(" ", full-len(text))
		}
	case d == tensor.Bool:
		return func(s tensor.Scalar) string { return fmt.Sprintf("%5s", scalarText(d, s)) }
	case d.IsFloat():
		floats := make([]float64, len(list))
		for i, s := range list {
			floats[i] = s.Float64()
		}
		write := o.floatFormatter(d, floats, false)
		return func(s tensor.Scalar) string { return write(s.Float64()) }
	}
	width := 0
	for _, s := range list {
		width = max(width, len(scalarText(d, s)))
	}
	return func(s tensor.Scalar) string { return padLeft(scalarText(d, s), width) }
}
