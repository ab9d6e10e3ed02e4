package autograd

import (
	"slices"
	"strings"
)

// This file evaluates sums of products in Einstein's notation.

// Einsum evaluates a sum of products in Einstein's notation, e.g. "ij,jk->ik".
func (t *Tape) Einsum(equation string, operands []*Tensor) (*Tensor, error) {
	left, right, explicit := strings.Cut(strings.ReplaceAll(equation, " ", ""), "->")
	terms := strings.Split(left, ",")
	if len(operands) == 0 {
		return nil, t.errorf("einsum(): must provide at least one operand")
	}
	if len(terms) != len(operands) {
		if len(terms) > len(operands) {
			return nil, t.errorf("einsum(): fewer operands were provided than specified in the equation")
		}
		return nil, t.errorf("einsum(): more operands were provided than specified in the equation")
	}
	e := einsum{t: t, sizes: map[byte]int{}, count: map[byte]int{}}
	for i, term := range terms {
		if err := e.read(i, term, operands[i]); err != nil {
			return nil, err
		}
	}
	out, err := e.output(right, explicit)
	if err != nil {
		return nil, err
	}
	return e.contract(out)
}

// einsum is one evaluation. Each operand is reduced to distinct labels; an ellipsis
// gets labels of its own, from 128 up.
type einsum struct {
	t        *Tape
	labels   []string
	operands []*Tensor
	sizes    map[byte]int
	count    map[byte]int
	dots     int // dimensions of the longest ellipsis
}

func (e *einsum) read(i int, term string, x *Tensor) error {
	before, after, dots := strings.Cut(term, "...")
	named := len(before) + len(after)
	if !dots && named != x.Dim() || named > x.Dim() {
		return e.t.errorf("einsum(): the number of subscripts in the equation (%d) does not match the number of dimensions (%d) for operand %d and no ellipsis was given", named, x.Dim(), i)
	}
	label := before
	if dots {
		k := x.Dim() - named
		e.dots = max(e.dots, k)
		for j := k; j > 0; j-- {
			label += string([]byte{byte(127 + j)})
		}
		label += after
	}
	for d := 0; d < len(label); d++ {
		l, n := label[d], x.Shape()[d]
		if l < 128 && !('a' <= l && l <= 'z' || 'A' <= l && l <= 'Z') {
			return e.t.errorf("einsum(): invalid subscript given at index %d in the equation string, subscripts must be in [a-zA-Z]", d)
		}
		if k := strings.IndexByte(label[:d], l); k >= 0 && x.Shape()[k] != n {
			return e.t.errorf("einsum(): subscript %c is repeated for operand %d but the sizes don't match, %d != %d", l, i, n, x.Shape()[k])
		}
		if have, ok := e.sizes[l]; ok && have != n && have != 1 && n != 1 {
			return e.t.errorf("einsum(): subscript %c has size %d for operand %d which does not broadcast with previously seen size %d", l, n, i, have)
		}
		e.sizes[l] = max(e.sizes[l], n)
		e.count[l]++
	}
	for { // repeated labels are diagonals
		first, second := repeated(label)
		if first < 0 {
			break
		}
		y, err := e.t.Diagonal(x, 0, first, second)
		if err != nil {
			return err
		}
		l := label[first]
		label = label[:first] + label[first+1:second] + label[second+1:] + string([]byte{l})
		x = y
	}
	e.labels, e.operands = append(e.labels, label), append(e.operands, x)
	return nil
}

func repeated(label string) (int, int) {
	for i := range len(label) {
		if j := strings.IndexByte(label[i+1:], label[i]); j >= 0 {
			return i, i + 1 + j
		}
	}
	return -1, -1
}

// output is the result's labels: those given, or the ellipsis and all that occur once.
func (e *einsum) output(right string, explicit bool) (string, error) {
	dots := ""
	for j := e.dots; j > 0; j-- {
		dots += string([]byte{byte(127 + j)})
	}
	if explicit {
		out := strings.Replace(right, "...", dots, 1)
		for i := range len(out) {
			if _, ok := e.sizes[out[i]]; !ok {
				return "", e.t.errorf("einsum(): output subscript %c does not appear in the equation for any input operand", out[i])
			}
			if strings.IndexByte(out[i+1:], out[i]) >= 0 {
				return "", e.t.errorf("einsum(): output subscript %c appears more than once in the output", out[i])
			}
		}
		return out, nil
	}
	out := dots
	for l := byte('A'); l <= 'z'; l++ {
		if e.count[l] == 1 {
			out += string([]byte{l})
		}
	}
	return out, nil
}

// contract multiplies operands from left to right, summing a label when nothing after
// needs it.
func (e *einsum) contract(out string) (*Tensor, error) {
	x, label := e.operands[0], e.labels[0]
	var err error
	for i := 1; i <= len(e.operands); i++ {
		needed := out + strings.Join(e.labels[i:], "")
		if x, label, err = e.sumUnused(x, label, needed); err != nil {
			return nil, err
		}
		if i == len(e.operands) {
			break
		}
		later := out + strings.Join(e.labels[i+1:], "")
		if x, label, err = e.pair(x, label, e.operands[i], e.labels[i], later); err != nil {
			return nil, err
		}
	}
	order := make([]int, len(out))
	for i := range order {
		order[i] = strings.IndexByte(label, out[i])
		if order[i] < 0 {
			return nil, e.t.errorf("einsum(): output subscript %c does not appear in the equation for any input operand", out[i])
		}
	}
	if slices.IsSorted(order) {
		return x, nil
	}
	y, err := e.t.Permute(x, order)
	return e.t.named("ViewBackward0", y, err)
}

func (e *einsum) sumUnused(x *Tensor, label, needed string) (*Tensor, string, error) {
	var dims []int
	kept := ""
	for d := range len(label) {
		if strings.IndexByte(needed, label[d]) < 0 {
			dims = append(dims, d)
		} else {
			kept += label[d : d+1]
		}
	}
	if len(dims) == 0 {
		return x, label, nil
	}
	y, err := e.t.Sum(x, dims, false, x.DType())
	return y, kept, err
}

// pair multiplies two operands as a batch of matrices: labels both have and later
// ones need are the batch, labels both have and none needs are summed.
func (e *einsum) pair(a *Tensor, la string, b *Tensor, lb, later string) (*Tensor, string, error) {
	b, lb, err := e.sumUnused(b, lb, la+later)
	if err != nil {
		return nil, "", err
	}
	var batch, sum, onlyA, onlyB string
	for i := range len(la) {
		l := la[i : i+1]
		switch {
		case !strings.Contains(lb, l):
			onlyA += l
		case strings.Contains(later, l):
			batch += l
		default:
			sum += l
		}
	}
	for i := range len(lb) {
		if l := lb[i : i+1]; !strings.Contains(la, l) {
			onlyB += l
		}
	}
	x, err := e.arrange(a, la, batch, onlyA, sum)
	if err != nil {
		return nil, "", err
	}
	y, err := e.arrange(b, lb, batch, sum, onlyB)
	if err != nil {
		return nil, "", err
	}
	z, err := e.t.Bmm(x, y)
	if err != nil {
		return nil, "", err
	}
	label := batch + onlyA + onlyB
	shape := make([]int, len(label))
	for i := range shape {
		shape[i] = e.sizes[label[i]]
	}
	z, err = e.t.View(z, shape)
	return z, label, err
}

// arrange makes x a batch of matrices whose dimensions are products of label groups.
func (e *einsum) arrange(x *Tensor, label string, groups ...string) (*Tensor, error) {
	all := strings.Join(groups, "")
	order, shape := make([]int, len(all)), make([]int, len(all))
	for i := range order {
		order[i] = strings.IndexByte(label, all[i])
		shape[i] = e.sizes[all[i]]
	}
	y, err := e.t.Permute(x, order)
	if err != nil {
		return nil, err
	}
	if y, err = e.t.Expand(y, shape); err != nil {
		return nil, err
	}
	sizes := make([]int, len(groups))
	for g, labels := range groups {
		sizes[g] = 1
		for i := range len(labels) {
			sizes[g] *= e.sizes[labels[i]]
		}
	}
	return e.t.Reshape(y, sizes)
}
