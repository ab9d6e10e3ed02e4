package main

import (
	"fmt"
	"runtime"

	"gputour/engine/device/cpu/vec"
)

// row is one line of the table: an operation at one size, for both sides.
type row struct {
	group, op string
	n         int
	statement string             // PyTorch's, over the names that setup binds
	prepare   func(n int) func() // ours
}

func (r row) name() string { return fmt.Sprintf("%s %d", r.op, r.n) }

// setup binds x, y, z (n elements), m (rows of width), s (square) for the statement.
func (r row) setup() string {
	if r.group == "matmul" {
		return fmt.Sprintf("x, y, z = torch.randn(%[1]d, %[1]d), torch.randn(%[1]d, %[1]d), torch.empty(%[1]d, %[1]d)", r.n)
	}
	return fmt.Sprintf("x, y, z = torch.randn(%[1]d), torch.rand(%[1]d), torch.empty(%[1]d); m, o = x.view(-1, %[2]d), z.view(-1, %[2]d); row = torch.randn(%[2]d); b = torch.empty(%[1]d, dtype=torch.bool)", r.n, width(r.n))
}

// width of the matrix rows that n elements form.
func width(n int) int { return min(n, 1000) }

func rows() []row {
	var list []row
	for _, n := range []int{64, 128, 256, 512, 1024, 2048} {
		list = append(list, row{"matmul", "matmul", n, "torch.mm(x, y, out=z)", matmul})
	}
	sizes := []int{1000, 10_000, 100_000, 1_000_000, 10_000_000}
	for _, o := range operations {
		for _, n := range sizes {
			list = append(list, row{o.group, o.op, n, o.statement, o.prepare})
		}
	}
	return list
}

func matmul(n int) func() {
	x, y, z := numbers(n*n), numbers(n*n), make([]float32, n*n)
	return func() { vec.Gemm(vec.NoTrans, vec.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n) }
}

func numbers(n int) []float32 {
	s := make([]float32, max(n, 16))
	vec.NewTwister(1).Normals(s, 0, 1)
	return s[:n]
}

var operations = []struct {
	group, op, statement string
	prepare              func(n int) func()
}{
	{"elementwise", "add", "torch.add(x, y, out=z)", binary(vec.Add)},
	{"elementwise", "mul", "torch.mul(x, y, out=z)", binary(vec.Mul)},
	{"elementwise", "div", "torch.div(x, y, out=z)", binary(vec.Div)},
	{"elementwise", "mul scalar", "torch.mul(x, 1.5, out=z)", func(n int) func() {
		x, z := numbers(n), make([]float32, n)
		return func() { vec.BinaryScalar(vec.Mul, z, x, 1.5) }
	}},
	{"elementwise", "add bias", "torch.add(m, row, out=o)", func(n int) func() {
		x, row, z := numbers(n), numbers(width(n)), make([]float32, n)
		return func() {
			vec.BinaryLines(vec.Add, z, width(n), vec.Lines[float32]{Data: x, Step: width(n)}, vec.Lines[float32]{Data: row})
		}
	}},
	{"elementwise", "x > y", "torch.gt(x, y, out=b)", func(n int) func() {
		x, y, b := numbers(n), numbers(n), make([]uint8, n)
		return func() { vec.Compare(vec.Gt, b, x, y) }
	}},
	{"elementwise", "relu", "torch.clamp_min(x, 0, out=z)", unary(vec.Relu)},
	{"elementwise", "sqrt", "torch.sqrt(y, out=z)", unary(vec.Sqrt)},
	{"elementwise", "exp", "torch.exp(x, out=z)", unary(vec.Exp)},
	{"elementwise", "log", "torch.log(y, out=z)", unary(vec.Log)},
	{"elementwise", "tanh", "torch.tanh(x, out=z)", unary(vec.Tanh)},
	{"elementwise", "sigmoid", "torch.sigmoid(x, out=z)", unary(vec.Sigmoid)},
	{"elementwise", "sin", "torch.sin(x, out=z)", unary(vec.Sin)},
	{"elementwise", "erf", "torch.erf(x, out=z)", unary(vec.Erf)},
	{"elementwise", "gelu", "torch._C._nn.gelu(x, out=z)", unary(vec.Gelu)},
	{"reduction", "sum", "x.sum()", reduction(vec.Sum[float32])},
	{"reduction", "max", "x.max()", reduction(vec.MaxOf[float32])},
	{"reduction", "dot", "torch.dot(x, y)", reduction(vec.SumSquares[float32])},
	{"reduction", "sum rows", "m.sum(1)", func(n int) func() {
		x, z := numbers(n), make([]float32, n/width(n))
		return func() { vec.SumRows(z, x, width(n)) }
	}},
	{"reduction", "sum columns", "m.sum(0)", func(n int) func() {
		x, z := numbers(n), make([]float32, width(n))
		return func() { vec.SumColumns(z, x) }
	}},
	{"softmax", "softmax", "torch.softmax(m, 1)", func(n int) func() {
		x, z := numbers(n), make([]float32, n)
		return func() { vec.SoftmaxRows(z, x, width(n)) }
	}},
	{"softmax", "log_softmax", "torch.log_softmax(m, 1)", func(n int) func() {
		x, z := numbers(n), make([]float32, n)
		return func() { vec.LogSoftmaxRows(z, x, width(n)) }
	}},
	{"random", "rand", "z.uniform_()", func(n int) func() {
		g, z := vec.NewTwister(1), make([]float32, n)
		return func() { g.Float32s(z) }
	}},
	{"random", "randn", "z.normal_()", func(n int) func() {
		g, z := vec.NewTwister(1), make([]float32, n)
		return func() { g.Normals(z, 0, 1) }
	}},
}

func binary(op vec.BinaryOp) func(n int) func() {
	return func(n int) func() {
		x, y, z := numbers(n), numbers(n), make([]float32, n)
		return func() { vec.Binary(op, z, x, y) }
	}
}

func unary(op vec.UnaryOp) func(n int) func() {
	return func(n int) func() {
		x, z := numbers(n), make([]float32, n)
		if op == vec.Log || op == vec.Sqrt {
			vec.Unary(vec.Abs, x, x)
		}
		return func() { vec.Unary(op, z, x) }
	}
}

func reduction(f func([]float32) float32) func(n int) func() {
	return func(n int) func() {
		x := numbers(n)
		return func() { runtime.KeepAlive(f(x)) } // else the compiler might drop it
	}
}
