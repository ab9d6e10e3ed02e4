package numpy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gputour/engine/object"
	"gputour/engine/object/numeral"
	"gputour/engine/tensor"
)

// This file writes arrays as NumPy 1.24 prints them (numpy/core/arrayprint.py).

// printOptions are np.set_printoptions' settings of a session.
type printOptions struct {
	precision, threshold, edge, width int
	suppress                          bool
	sign, mode                        string // sign and floatmode
	nan, inf                          string
	custom                            object.Value // formatter: a dict of functions, or None
}

var printKey = object.NewKey(func(*object.Session) *printOptions {
	return &printOptions{precision: 8, threshold: 1000, edge: 3, width: 75, sign: "-", mode: "maxprec", nan: "nan", inf: "inf", custom: object.None}
})

// customKeys are the names under which a formatter stands for each kind of element, the
// nearest first.
var customKeys = map[byte][]string{
	'b': {"bool", "all"}, 'i': {"int", "int_kind", "all"}, 'u': {"int", "int_kind", "all"}, 'f': {"float", "float_kind", "all"},
	'c': {"complexfloat", "complex_kind", "all"}, 'U': {"numpystr", "str_kind", "all"}, 'S': {"numpystr", "str_kind", "all"},
	'O': {"object", "all"}, 'M': {"datetime", "all"}, 'm': {"timedelta", "all"},
}

// customFormatter writes elements with the function that the formatter option has for
// their kind; nil where there is none.
func (o *printOptions) customFormatter(t *object.Thread, a *Array) formatter {
	d, ok := o.custom.Object().(*object.Dict)
	if !ok {
		return nil
	}
	for _, key := range customKeys[a.info().kind] {
		f, found, err := d.Get(t, object.NewStr(key))
		if err != nil || !found {
			continue
		}
		return func(s tensor.Scalar) string {
			x := newScalar(a.dtype(), s)
			if a.dom != nil {
				x = a.dom.object(s.I)
			}
			v, err := object.Call(t, f, x)
			if err != nil {
				return "<" + err.Error() + ">"
			}
			text, _ := object.AsStr(v)
			return text
		}
	}
	return nil
}

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
			return numeral.Complex(s.C)
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
	plus = plus || o.sign == "+"
	var finite []float64
	high, low := 0.0, math.Inf(1)
	other := 0 // width of what is not finite
	for _, f := range list {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			other = max(other, len(o.nonFinite(f, plus)))
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
		if (plus || o.sign == " ") && !math.Signbit(f) {
			i++
		}
		left = max(left, i)
	}
	return func(f float64) string {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return padLeft(o.nonFinite(f, plus), o.fieldWidth(finite, write, left, other))
		}
		text := write(f)
		if plus && !math.Signbit(f) {
			text = "+" + text
		} else if o.sign == " " && !math.Signbit(f) {
			text = " " + text
		}
		lead := max(left, other-(len(text)-strings.IndexByte(text, '.')))
		return strings.Repeat(" ", lead-strings.IndexByte(text, '.')) + text
	}
}

// nonFinite is the text of an infinity or of what is no number.
func (o *printOptions) nonFinite(f float64, plus bool) string {
	switch {
	case math.IsNaN(f) && plus:
		return "+" + o.nan
	case math.IsNaN(f):
		return o.nan
	case f < 0:
		return "-" + o.inf
	case plus:
		return "+" + o.inf
	}
	return o.inf
}

// fieldWidth is the width of every finite element once padded.
func (o *printOptions) fieldWidth(finite []float64, write func(float64) string, left, other int) int {
	if len(finite) == 0 {
		return other
	}
	text := write(finite[0])
	return max(other, left+len(text)-strings.IndexByte(text, '.'))
}

// digits is the precision to which floats are written, -1 for all digits.
func (o *printOptions) digits() int {
	if o.mode == "unique" {
		return -1
	}
	return o.precision
}

// pointWriter writes floats without exponent, padded behind the point with blanks or,
// where all have the same number of digits, zeros.
func (o *printOptions) pointWriter(d tensor.DType, finite []float64) func(float64) string {
	right := 0
	for _, f := range finite {
		text := positional(d, f, o.digits())
		right = max(right, len(text)-strings.IndexByte(text, '.')-1)
	}
	pad := " "
	if o.mode == "fixed" || o.mode == "maxprec_equal" {
		pad = "0"
	}
	if o.mode == "fixed" {
		right = o.precision
		return func(f float64) string {
			text := strconv.FormatFloat(f, 'f', right, 64)
			if right == 0 {
				text += "."
			}
			return text
		}
	}
	return func(f float64) string {
		text := positional(d, f, o.digits())
		return text + strings.Repeat(pad, right-(len(text)-strings.IndexByte(text, '.')-1))
	}
}

// exponentWriter writes floats with exponents and as many digits as the longest needs.
func (o *printOptions) exponentWriter(d tensor.DType, finite []float64) func(float64) string {
	digits, width := 0, 2
	for _, f := range finite {
		m, exp := scientific(d, f, o.digits(), true)
		digits = max(digits, len(m)-strings.IndexByte(m, '.')-1)
		width = max(width, len(strconv.Itoa(max(exp, -exp))))
	}
	if o.mode == "fixed" {
		digits = o.precision
	}
	return func(f float64) string {
		m, exp := scientific(d, f, o.digits(), true)
		short := digits - (len(m) - strings.IndexByte(m, '.') - 1)
		return m + strings.Repeat("0", max(short, 0)) + "e" + exponentText(exp, width)
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
	case d == tensor.Bool && len(list) == 0:
		return func(s tensor.Scalar) string { return scalarText(d, s) }
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
