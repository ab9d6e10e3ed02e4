// Package along has the kernels that work along some dimensions of a tensor: reductions, scans, sorting, softmax, norms.
package along

import (
	"bytes"
	"math"
	"math/cmplx"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
)

// reduction turns one lane into one element per output.
type reduction struct {
	compute device.DType // of the lane
	result  device.DType // of the first output's element before conversion
	run     func(lane []byte, out, position []byte)
	// columns adds rows of the compute type into out, where lanes lie side by side.
	columns func(out, row []byte)
	// whole reduces all lanes of a dense operand at once, if it can.
	whole func(s *walk.Lanes, out []byte) bool
}

// Reduce runs a launch that makes one element of many.
func Reduce(l *device.Launch) bool {
	in := &l.Args[len(l.Args)-1]
	compute := l.Compute
	if compute == device.NoDType {
		compute = in.DType.Compute()
	}
	r := reductionOf(l, compute)
	if r == nil {
		return false
	}
	if l.Op == device.OpSum && in.DType == device.Bool && compute == device.Int64 { // a count
		r = reductions[device.OpCountNonzero][device.Bool]
	}
	s := walk.SplitLanes(in, l.I[0], r.compute)
	defer s.Free()
	if s.Outer.Numel == 0 {
		return true
	}
	if s.Inner.Numel == 0 && needsElements(l.Op) {
		return false
	}
	out := walk.SplitLanes(&l.Args[0], 0, r.result)
	defer out.Free()
	if r.whole != nil && l.Args[0].DType == r.result && out.Outer.Dense(0) && r.whole(&s, l.Args[0].Mem[:s.Outer.Numel*r.result.Size()]) {
		return true
	}
	if r.columns != nil && sideBySide(&s, &out) {
		reduceColumns(l, &s, &out, r)
		return true
	}
	var pos walk.Lanes
	if l.Outs == 2 {
		pos = walk.SplitLanes(&l.Args[1], 0, device.Int64)
		defer pos.Free()
	}
	walk.EachLane(l, s.Outer.Numel, s.Inner.Numel, func(lo, hi int) {
		room := s.Scratch()
		defer room.Free()
		var element, position [16]byte
		elementBytes, positionBytes := element[:], position[:]
		for i := lo; i < hi; i++ {
			r.run(s.Load(i, room), elementBytes, positionBytes)
			walk.Put(&l.Args[0], out.Offset(i), r.result, elementBytes)
			if l.Outs == 2 {
				walk.Put(&l.Args[1], pos.Offset(i), device.Int64, positionBytes)
			}
		}
	})
	return true
}

// needsElements reports reductions that have no value over nothing.
func needsElements(op device.Op) bool {
	switch op {
	case device.OpAmax, device.OpAmin, device.OpArgmax, device.OpArgmin, device.OpMaxDim, device.OpMinDim:
		return true
	}
	return false
}

// sideBySide reports lanes that run across memory while their neighbours lie next to
// them: the sum over the rows of a matrix.
func sideBySide(s, out *walk.Lanes) bool {
	k := len(s.Outer.Shape) - 1
	return s.Operand.DType == s.Compute && k >= 0 && s.Outer.Strides[0][k] == 1 && s.Outer.Shape[k] >= 4 &&
		len(s.Inner.Shape) == 1 && s.Inner.Strides[0][0] != 1 && s.Inner.Numel > 1 && out.Direct && out.Outer.Dense(0)
}

// reduceColumns folds rows into the output, some rows at a time so that the error of
// long float sums stays small.
func reduceColumns(l *device.Launch, s, out *walk.Lanes, r *reduction) {
	const block = 64
	width := s.Outer.Shape[len(s.Outer.Shape)-1]
	size := s.Compute.Size()
	step := s.Inner.Strides[0][0]
	groups := s.Outer.Numel / width
	pieces := max(1, min(width/256, 8))
	piece := (width + pieces - 1) / pieces
	walk.EachLane(l, groups*pieces, piece*s.Inner.Numel, func(lo, hi int) {
		part := device.Aligned(piece * size)
		for g := lo; g < hi; g++ {
			at := g % pieces * piece
			n := min(piece, width-at)
			if n <= 0 {
				continue
			}
			first := g/pieces*width + at
			mem := s.Operand.Mem[s.Offset(first)*size:]
			dst := out.Operand.Mem[first*size : (first+n)*size]
			for i := 0; i < s.Inner.Numel; i += block {
				acc := part[:n*size]
				if i == 0 {
					acc = dst
				}
				copy(acc, mem[i*step*size:])
				for j := i + 1; j < min(i+block, s.Inner.Numel); j++ {
					r.columns(acc, mem[j*step*size:])
				}
				if i > 0 {
					r.columns(dst, acc)
				}
			}
		}
	})
}

// reductions holds those without parameters: finding one costs a small operation no allocation.
var reductions = func() (table [device.NumOps][device.NumDTypes]*reduction) {
	for op := device.Op(1); op < device.NumOps; op++ {
		if op.Family() != device.Reduce || op == device.OpNorm || op == device.OpVar {
			continue
		}
		for _, d := range device.DTypes() {
			table[op][d] = chooseReduction(&device.Launch{Op: op}, d)
		}
	}
	return table
}()

func reductionOf(l *device.Launch, compute device.DType) *reduction {
	if r := reductions[l.Op][compute]; r != nil {
		return r
	}
	return chooseReduction(l, compute)
}

func chooseReduction(l *device.Launch, compute device.DType) *reduction {
	r := &reduction{compute: compute, result: compute}
	switch l.Op {
	case device.OpAny, device.OpAll, device.OpCountNonzero:
		return truthReduction(l.Op, r)
	}
	switch compute {
	case device.Float32:
		return floatReduction[float32](l, r)
	case device.Float64:
		return floatReduction[float64](l, r)
	case device.Int8:
		return intReduction[int8](l, r)
	case device.Int16:
		return intReduction[int16](l, r)
	case device.Int32:
		return intReduction[int32](l, r)
	case device.Int64:
		return intReduction[int64](l, r)
	case device.Uint8, device.Bool:
		return intReduction[uint8](l, r)
	case device.Complex64, device.Complex128:
		return complexReduction(l, r)
	}
	return nil
}

func truthReduction(op device.Op, r *reduction) *reduction {
	r.result = device.Int64
	if r.compute == device.Bool {
		r.run = func(lane, out, _ []byte) { device.Slice[int64](out)[0] = boolTruth(op, lane) }
		return r
	}
	count := counter(r.compute)
	r.run = func(lane, out, _ []byte) {
		hits, n := count(lane)
		v := int64(hits)
		switch op {
		case device.OpAny:
			v = int64(walk.Bit(hits > 0))
		case device.OpAll:
			v = int64(walk.Bit(hits == n))
		}
		device.Slice[int64](out)[0] = v
	}
	return r
}

// boolTruth is any, all or the count of bytes of 0 and 1.
func boolTruth(op device.Op, lane []byte) int64 {
	switch op {
	case device.OpAny:
		return int64(walk.Bit(bytes.IndexByte(lane, 1) >= 0))
	case device.OpAll:
		return int64(walk.Bit(bytes.IndexByte(lane, 0) < 0))
	}
	return int64(bytes.Count(lane, []byte{1}))
}

// counter counts the elements that are not zero.
func counter(d device.DType) func(lane []byte) (hits, n int) {
	switch d.Size() {
	case 1:
		return countNonzero[uint8]
	case 2:
		return countNonzero[int16]
	case 4:
		if d == device.Float32 {
			return countNonzero[float32]
		}
		return countNonzero[int32]
	case 8:
		if d == device.Float64 {
			return countNonzero[float64]
		}
		if d == device.Complex64 {
			return countNonzero[complex64]
		}
		return countNonzero[int64]
	}
	return countNonzero[complex128]
}

func countNonzero[T device.Element](lane []byte) (hits, n int) {
	s := device.Slice[T](lane)
	for _, v := range s {
		if v != 0 {
			hits++
		}
	}
	return hits, len(s)
}

// fold makes a reduction of typed lanes.
func fold[T device.Element](r *reduction, f func(lane []T) T) *reduction {
	r.run = func(lane, out, _ []byte) { device.Slice[T](out)[0] = f(device.Slice[T](lane)) }
	return r
}

// columnsBy lets vec combine whole rows.
func columnsBy[T vec.Number](op vec.BinaryOp) func(out, row []byte) {
	return func(out, row []byte) {
		dst := device.Slice[T](out)
		vec.Binary(op, dst, dst, device.Slice[T](row))
	}
}

func floatReduction[T float32 | float64](l *device.Launch, r *reduction) *reduction {
	switch l.Op {
	case device.OpSum:
		r.columns = columnsBy[T](vec.Add)
		r.whole = wholeSum[T]
		return fold(r, vec.Sum[T])
	case device.OpNansum:
		return fold(r, func(x []T) T {
			y := make([]T, 0, len(x))
			for _, v := range x {
				if v == v {
					y = append(y, v)
				}
			}
			return vec.Sum(y)
		})
	case device.OpProd:
		r.columns = columnsBy[T](vec.Mul)
		return fold(r, product[T])
	case device.OpAmax:
		r.columns = columnsBy[T](vec.Max)
		return fold(r, vec.MaxOf[T])
	case device.OpAmin:
		r.columns = columnsBy[T](vec.Min)
		return fold(r, vec.MinOf[T])
	case device.OpArgmax, device.OpArgmin, device.OpMaxDim, device.OpMinDim:
		return extreme[T](l.Op, r)
	case device.OpNorm:
		p := l.F[0]
		return fold(r, func(x []T) T { return T(norm(x, p)) })
	case device.OpVar:
		correction := l.F[0]
		return fold(r, func(x []T) T { return T(variance(x, correction)) })
	case device.OpLogsumexp:
		return fold(r, logsumexp[T])
	}
	return nil
}

// extreme gives the position of a lane's largest or smallest element, alone or with
// the element. The first of equals counts; NaN goes beyond all.
func extreme[T vec.Number](op device.Op, r *reduction) *reduction {
	if op == device.OpArgmin || op == device.OpMinDim {
		return extremeBy(op, r, vec.ArgMin[T])
	}
	return extremeBy(op, r, vec.ArgMax[T])
}

func extremeBy[T vec.Number](op device.Op, r *reduction, find func([]T) int) *reduction {
	if op == device.OpArgmax || op == device.OpArgmin {
		r.result = device.Int64
		r.run = func(lane, out, _ []byte) {
			device.Slice[int64](out)[0] = int64(find(device.Slice[T](lane)))
		}
		return r
	}
	r.run = func(lane, out, position []byte) {
		x := device.Slice[T](lane)
		i := find(x)
		device.Slice[T](out)[0] = x[i]
		device.Slice[int64](position)[0] = int64(i)
	}
	return r
}

// wholeSum sums the rows or the columns of a dense matrix.
func wholeSum[T float32 | float64](s *walk.Lanes, out []byte) bool {
	if s.Operand.DType != s.Compute || len(s.Outer.Shape) > 1 || len(s.Inner.Shape) > 1 {
		return false
	}
	n, width := s.Outer.Numel, s.Inner.Numel
	if n == 0 || width == 0 {
		return false
	}
	dst, src := device.Slice[T](out), device.Slice[T](s.Operand.Mem)
	outer, inner := width, 1
	if len(s.Outer.Shape) == 1 {
		outer = s.Outer.Strides[0][0]
	}
	if len(s.Inner.Shape) == 1 {
		inner = s.Inner.Strides[0][0]
	}
	switch {
	case inner == 1 && outer == width:
		vec.SumRows(dst[:n], src[:n*width], width)
	case outer == 1 && inner == n && n > 1:
		vec.SumColumns(dst[:n], src[:n*width])
	default:
		return false
	}
	return true
}

func product[T device.Element](x []T) T {
	p := T(1)
	for _, v := range x {
		p *= v
	}
	return p
}

// squares sums squares as PyTorch's norm does: in vectors of 256 bits, added one lane
// after the other; of the rest fours are rounded before they are added, the last three not.
func squares[T float32 | float64](x []T) T {
	width := 8
	if _, wide := any(x).([]float64); wide {
		width = 4
	}
	var lanes [8]T
	for ; len(x) >= width; x = x[width:] {
		for k := range width {
			lanes[k] = fused(x[k], lanes[k])
		}
	}
	total := lanes[0]
	for _, v := range lanes[1:width] {
		total += v
	}
	for ; len(x) >= 4; x = x[4:] {
		for _, v := range x[:4] {
			total += T(v * v)
		}
	}
	for _, v := range x {
		total = fused(v, total)
	}
	return total
}

// fused is v² + sum, rounded once.
func fused[T float32 | float64](v, sum T) T {
	if s, narrow := any(sum).(float32); narrow {
		return T(float32(float64(v)*float64(v) + float64(s)))
	}
	return T(math.FMA(float64(v), float64(v), float64(sum)))
}

func norm[T float32 | float64](x []T, p float64) float64 {
	var s float64
	switch {
	case p == 2 && len(x) > 1<<14:
		return math.Sqrt(float64(vec.SumSquares(x)))
	case p == 2:
		return math.Sqrt(float64(squares(x)))
	case p == 1:
		for _, v := range x {
			s += math.Abs(float64(v))
		}
		return s
	case p == 0:
		for _, v := range x {
			if v != 0 {
				s++
			}
		}
		return s
	case math.IsInf(p, 0):
		for i, v := range x {
			a := math.Abs(float64(v))
			if i == 0 || math.IsNaN(a) || (p > 0) == (a > s) && a != s {
				s = a
			}
		}
		return s
	}
	for _, v := range x {
		s += math.Pow(math.Abs(float64(v)), p)
	}
	return math.Pow(s, 1/p)
}

// variance is in two passes over float64.
func variance[T float32 | float64](x []T, correction float64) float64 {
	_, squares := vec.Moments(x)
	return squares / math.Max(float64(len(x))-correction, 0)
}

func logsumexp[T float32 | float64](x []T) T {
	if len(x) == 0 {
		return T(math.Inf(-1))
	}
	top := vec.MaxOf(x)
	if math.IsInf(float64(top), 0) {
		return top
	}
	var s float64
	for _, v := range x {
		s += math.Exp(float64(v - top))
	}
	return top + T(math.Log(s))
}

func intReduction[T walk.Integer](l *device.Launch, r *reduction) *reduction {
	switch l.Op {
	case device.OpSum, device.OpNansum:
		r.columns = columnsBy[T](vec.Add)
		return fold(r, vec.SumInt[T])
	case device.OpProd:
		return fold(r, product[T])
	case device.OpAmax:
		r.columns = columnsBy[T](vec.Max)
		return fold(r, vec.MaxOf[T])
	case device.OpAmin:
		r.columns = columnsBy[T](vec.Min)
		return fold(r, vec.MinOf[T])
	case device.OpArgmax, device.OpArgmin, device.OpMaxDim, device.OpMinDim:
		return extreme[T](l.Op, r)
	}
	return nil
}

func complexReduction(l *device.Launch, r *reduction) *reduction {
	r.compute, r.result = device.Complex128, device.Complex128
	switch l.Op {
	case device.OpSum:
		return fold(r, func(x []complex128) complex128 {
			var s complex128
			for _, v := range x {
				s += v
			}
			return s
		})
	case device.OpProd:
		return fold(r, product[complex128])
	case device.OpNorm:
		p := l.F[0]
		return fold(r, func(x []complex128) complex128 {
			size := make([]float64, len(x))
			for i, v := range x {
				size[i] = cmplx.Abs(v)
			}
			return complex(norm(size, p), 0)
		})
	}
	return nil
}
