package tensor

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gputour/engine/device"
)

// This file prints tensors as PyTorch's _tensor_str.py does: one width for all
// elements, lines wrapped at the line width, long dimensions cut in the middle.

// PrintOptions are torch.set_printoptions' settings.
type PrintOptions struct {
	Precision int
	Threshold int
	EdgeItems int
	LineWidth int
	SciMode   *bool // nil: decided by the values
}

// DefaultPrintOptions are PyTorch's.
func DefaultPrintOptions() PrintOptions {
	return PrintOptions{Precision: 4, Threshold: 1000, EdgeItems: 3, LineWidth: 80}
}

// Format is the repr of x; suffixes such as "requires_grad=True" follow what dtype
// and device add.
func (e *Env) Format(x *Tensor, suffixes ...string) (string, error) {
	return e.FormatIn("tensor(", x, suffixes...)
}

// FormatIn is Format with another opening than "tensor(".
func (e *Env) FormatIn(prefix string, x *Tensor, suffixes ...string) (string, error) {
	var own []string
	if info := x.storage.Device.Info(); info.Kind != device.CPU {
		own = append(own, "device='"+info.String()+"'")
	}
	text := "[]"
	if x.storage.Device.Info().Kind == device.Meta {
		text, own = "...", append(own, "size="+tuple(x.shape))
		if x.dtype != e.DefaultDType {
			own = append(own, "dtype="+x.dtype.String())
		}
	} else if x.numel == 0 {
		if len(x.shape) != 1 {
			own = append(own, "size="+tuple(x.shape))
		}
		if x.dtype != e.DefaultDType {
			own = append(own, "dtype="+x.dtype.String())
		}
	} else {
		if x.dtype != e.DefaultDType && x.dtype != e.DefaultDType.Complex() && x.dtype != Int64 && x.dtype != Bool {
			own = append(own, "dtype="+x.dtype.String())
		}
		var err error
		if text, err = e.elements(x, len(prefix)); err != nil {
			return "", err
		}
	}
	return addSuffixes(prefix+text, append(own, suffixes...), len(prefix), e.Print.LineWidth), nil
}

// tuple writes a shape as Python does.
func tuple(shape []int) string {
	if len(shape) == 1 {
		return fmt.Sprintf("(%d,)", shape[0])
	}
	return "(" + strings.Trim(FormatShape(shape), "[]") + ")"
}

func addSuffixes(text string, suffixes []string, indent, width int) string {
	var b strings.Builder
	b.WriteString(text)
	last := len(text) - strings.LastIndexByte(text, '\n') + 1
	for _, s := range suffixes {
		if last+len(s)+2 > width {
			b.WriteString(",\n" + strings.Repeat(" ", indent) + s)
			last = indent + len(s)
		} else {
			b.WriteString(", " + s)
			last += len(s) + 2
		}
	}
	b.WriteByte(')')
	return b.String()
}

// printer writes the elements of a small host tensor, some of whose dimensions have
// been cut to their edges.
type printer struct {
	opts       *PrintOptions
	poll       func() error
	values     []Scalar
	shape      []int
	cut        []bool // dimension d lost its middle
	summarize  bool
	real, imag *elementFormat
}

func (e *Env) elements(x *Tensor, indent int) (string, error) {
	p := printer{opts: &e.Print, poll: e.poll, cut: make([]bool, len(x.shape)), summarize: x.numel > e.Print.Threshold}
	var err error
	if p.summarize {
		edge := e.Print.EdgeItems
		for d, n := range x.shape {
			if n <= 2*edge {
				continue
			}
			if err := e.room(2*edge, 8); err != nil {
				return "", err
			}
			keep := make([]int64, 0, 2*edge)
			for i := range edge {
				keep = append(keep, int64(i))
			}
			for i := n - edge; i < n; i++ {
				keep = append(keep, int64(i))
			}
			p.cut[d] = true
			if x, err = e.pickDim(x, d, keep); err != nil {
				return "", err
			}
		}
	}
	if p.shape = x.shape; len(x.shape) > maxPrinted {
		return "", runtimeErr("a tensor of %d dimensions is too deep to print", len(x.shape))
	}
	if p.values, err = e.Scalars(x); err != nil {
		return "", err
	}
	if x.dtype.IsComplex() {
		if p.real, err = p.format(true, func(v Scalar) Scalar { return Float(real(v.C)) }); err == nil {
			p.imag, err = p.format(true, func(v Scalar) Scalar { return Float(imag(v.C)) })
		}
	} else {
		p.real, err = p.format(x.dtype.IsFloat(), func(v Scalar) Scalar { return v })
	}
	if err != nil {
		return "", err
	}
	if err := e.room(len(p.values), p.width()+2); err != nil {
		return "", err
	}
	var b strings.Builder
	err = p.block(&b, 0, 0, len(p.values), indent)
	return b.String(), err
}

// maxPrinted is the most dimensions that are printed: each is a call, and a level of indent.
const maxPrinted = 300

// width is that of an element, with what separates it from the next.
func (p *printer) width() int {
	width := p.real.width + 2
	if p.imag != nil {
		width += p.imag.width + 1
	}
	return width
}

// block writes dimension d and those under it for values[at : at+n].
func (p *printer) block(b *strings.Builder, d, at, n, indent int) error {
	switch len(p.shape) - d {
	case 0:
		b.WriteString(p.element(p.values[at]))
		return nil
	case 1:
		return p.line(b, d, at, n, indent)
	}
	b.WriteByte('[')
	separator := "," + strings.Repeat("\n", len(p.shape)-d-1) + strings.Repeat(" ", indent+1)
	size := n / max(p.shape[d], 1)
	for i := range p.shape[d] {
		if i > 0 {
			b.WriteString(separator)
		}
		if p.cut[d] && i == p.opts.EdgeItems {
			b.WriteString("..." + separator)
		}
		if err := p.block(b, d+1, at+i*size, size, indent+1); err != nil {
			return err
		}
	}
	if p.cut[d] && p.shape[d] == 0 {
		b.WriteString("...")
	}
	b.WriteByte(']')
	return nil
}

// line writes the last dimension, wrapped.
func (p *printer) line(b *strings.Builder, d, at, n, indent int) error {
	perLine := max(1, (p.opts.LineWidth-indent)/p.width())
	lineBreak := ",\n" + strings.Repeat(" ", indent+1)
	items := 0
	put := func(item string) {
		switch {
		case items == 0:
		case items%perLine == 0:
			b.WriteString(lineBreak)
		default:
			b.WriteString(", ")
		}
		items++
		b.WriteString(item)
	}
	if err := p.poll(); err != nil {
		return err
	}
	b.WriteByte('[')
	for i := range n {
		if i%burst == burst-1 {
			if err := p.poll(); err != nil {
				return err
			}
		}
		if p.cut[d] && i == p.opts.EdgeItems {
			put(" ...")
		}
		put(p.element(p.values[at+i]))
	}
	if p.cut[d] && n == 0 {
		put("...")
	}
	b.WriteByte(']')
	return nil
}

func (p *printer) element(v Scalar) string {
	if p.imag == nil {
		return p.real.format(v)
	}
	re, im := p.real.format(Float(real(v.C))), strings.TrimLeft(p.imag.format(Float(imag(v.C)))+"j", " ")
	if im[0] == '+' || im[0] == '-' {
		return re + im
	}
	return re + "+" + im
}

// elementFormat is how all elements of one tensor are written.
type elementFormat struct {
	floating  bool
	integers  bool // floats without fractions
	sci       bool
	precision int
	width     int
}

// format finds how the elements, or the parts of them that part names, are written.
func (p *printer) format(floating bool, part func(Scalar) Scalar) (*elementFormat, error) {
	f := &elementFormat{floating: floating, integers: true, precision: p.opts.Precision, width: 1}
	if !floating {
		return f, p.each(part, func(v Scalar) { f.width = max(f.width, len(plain(v))) })
	}
	low, high := math.Inf(1), 0.0
	any := false
	err := p.each(part, func(v Scalar) {
		if a := math.Abs(v.F); a != 0 && !math.IsInf(a, 0) && !math.IsNaN(a) {
			any = true
			low, high = math.Min(low, a), math.Max(high, a)
			f.integers = f.integers && v.F == math.Ceil(v.F)
		}
	})
	if err != nil || !any {
		return f, err
	}
	f.sci = high/low > 1000 || high > 1e8 || !f.integers && low < 1e-4
	err = p.each(part, func(v Scalar) {
		if a := math.Abs(v.F); a != 0 && !math.IsInf(a, 0) && !math.IsNaN(a) {
			f.width = max(f.width, len(f.number(v.F)))
		}
	})
	if p.opts.SciMode != nil {
		f.sci = *p.opts.SciMode
	}
	return f, err
}

// each calls f for a part of every element, unless the run is to end.
func (p *printer) each(part func(Scalar) Scalar, f func(Scalar)) error {
	for i, v := range p.values {
		if i%burst == 0 {
			if err := p.poll(); err != nil {
				return err
			}
		}
		f(part(v))
	}
	return nil
}

// number writes a float without padding.
func (f *elementFormat) number(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	case f.sci:
		return strconv.FormatFloat(v, 'e', f.precision, 64)
	case f.integers:
		return strconv.FormatFloat(v, 'f', 0, 64) + "."
	}
	return strconv.FormatFloat(v, 'f', f.precision, 64)
}

func (f *elementFormat) format(v Scalar) string {
	s := ""
	if f.floating {
		s = f.number(v.F)
	} else {
		s = plain(v)
	}
	if pad := f.width - len(s); pad > 0 {
		s = strings.Repeat(" ", pad) + s
	}
	return s
}

// plain is an integer or bool as Python prints it.
func plain(v Scalar) string {
	if v.DType == Bool {
		if v.I != 0 {
			return "True"
		}
		return "False"
	}
	return fmt.Sprint(v.I)
}
