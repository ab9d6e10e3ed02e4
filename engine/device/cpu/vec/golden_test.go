package vec

import (
	bin "encoding/binary"
	"fmt"
	"math"
	"os"
	"testing"
)

// golden reads testdata/torch.golden, which golden.py beside it wrote.
func golden(t *testing.T) map[string][]float32 {
	t.Helper()
	data, err := os.ReadFile("testdata/torch.golden")
	if err != nil {
		t.Fatal(err)
	}
	m := map[string][]float32{}
	for len(data) > 0 {
		name := string(data[2 : 2+bin.LittleEndian.Uint16(data)])
		data = data[2+len(name):]
		values := make([]float32, bin.LittleEndian.Uint32(data))
		data = data[4:]
		for i := range values {
			values[i] = math.Float32frombits(bin.LittleEndian.Uint32(data[4*i:]))
		}
		data = data[4*len(values):]
		m[name] = values
	}
	return m
}

func equal(t *testing.T, name string, got, want []float32) {
	t.Helper()
	if len(want) == 0 {
		t.Fatalf("%s: not in the golden file", name)
	}
	for i, w := range want {
		if !same(got[i], w, 0) {
			t.Errorf("%s: [%d] = %v (%08x), PyTorch has %v (%08x)", name, i, got[i],
				math.Float32bits(got[i]), w, math.Float32bits(w))
			return
		}
	}
}

// kernelLevels runs f at the levels that have kernels.
func kernelLevels(t *testing.T, f func(t *testing.T)) {
	eachLevel(t, func(t *testing.T) {
		if active.unary[elemF32][Exp] == nil {
			t.Skip("the Go forms round otherwise")
		}
		f(t)
	})
}

func TestFunctionsEqualPyTorch(t *testing.T) {
	g := golden(t)
	kernelLevels(t, func(t *testing.T) {
		x := g["x"]
		for name, op := range map[string]UnaryOp{"exp": Exp, "expm1": Expm1, "log": Log, "log10": Log10,
			"log1p": Log1p, "tanh": Tanh, "sigmoid": Sigmoid, "erf": Erf, "rsqrt": Rsqrt, "silu": Silu,
			"softplus": Softplus, "gelu_tanh": GeluTanh, "sin": Sin, "cos": Cos, "tan": Tan, "atan": Atan, "log2": Log2} {
			got := make([]float32, len(x))
			Unary(op, got, x)
			if op == Sin || op == Cos || op == Tan { // large arguments are rounded once, PyTorch's are not
				for i, v := range x {
					if math.Abs(float64(v)) > trigRange && same(got[i], g[name][i], 1) {
						got[i] = g[name][i]
					}
				}
			}
			equal(t, name, got, g[name])
		}
		if active.binary[elemF32][Pow][vecVec] != nil {
			got := make([]float32, len(x))
			Binary(Pow, got, g["base"], g["y"])
			equal(t, "pow", got, g["pow"])
		}
	})
}

// The Go forms stay within two units in the last place of PyTorch's, where results are
// not tiny differences of large numbers.
func TestPlainFunctionsNearPyTorch(t *testing.T) {
	g := golden(t)
	for name, op := range map[string]UnaryOp{"exp": Exp, "expm1": Expm1, "log": Log, "log10": Log10,
		"tanh": Tanh, "erf": Erf, "softplus": Softplus, "sin": Sin, "cos": Cos} {
		fn := unaryFunc[float32](op)
		for i, x := range g["x"] {
			if w := g[name][i]; !same(fn(x), w, 2) {
				t.Errorf("%s(%v) = %v, PyTorch has %v", name, x, fn(x), w)
			}
		}
	}
}

func series(n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		s[i] = float32((i*7919)%1009-500) * 0.37
	}
	return s
}

func TestSumsEqualPyTorch(t *testing.T) {
	g := golden(t)
	eachLevel(t, func(t *testing.T) {
		for name, want := range g {
			var rows, cols int
			if n, _ := fmt.Sscanf(name, "sum %d", &rows); n == 1 {
				equal(t, name, []float32{Sum(series(rows))}, want)
			}
			if n, _ := fmt.Sscanf(name, "sum64 %d", &rows); n == 1 {
				a := make([]float64, rows)
				for i, v := range series(rows) {
					a[i] = float64(v)
				}
				equal(t, name, []float32{float32(Sum(a))}, want)
			}
			if n, _ := fmt.Sscanf(name, "rows %d %d", &rows, &cols); n == 2 {
				got := make([]float32, rows)
				SumRows(got, series(rows*cols), cols)
				equal(t, name, got, want)
			}
			if n, _ := fmt.Sscanf(name, "columns %d %d", &rows, &cols); n == 2 {
				got := make([]float32, cols)
				SumColumns(got, series(rows*cols))
				equal(t, name, got, want)
			}
		}
	})
}

func TestSoftmaxEqualsPyTorch(t *testing.T) {
	g := golden(t)
	kernelLevels(t, func(t *testing.T) {
		for name, want := range g {
			var rows, cols int
			run := SoftmaxRows[float32]
			if n, _ := fmt.Sscanf(name, "softmax %d %d", &rows, &cols); n != 2 {
				if n, _ := fmt.Sscanf(name, "log_softmax %d %d", &rows, &cols); n != 2 {
					continue
				}
				run = LogSoftmaxRows[float32]
			}
			a := series(rows * cols)
			BinaryScalar(Div, a, a, 50)
			run(a, a, cols)
			equal(t, name, a, want)
		}
	})
}

// Products agree with those of a PyTorch on OpenBLAS with AVX-512 kernels.
func TestProductsEqualPyTorch(t *testing.T) {
	g := golden(t)
	kernelLevels(t, func(t *testing.T) {
		if active.twice {
			t.Skip("products round twice")
		}
		for name, want := range g {
			var m, n, k int
			linear := false
			if c, _ := fmt.Sscanf(name, "mm %d %d %d", &m, &n, &k); c != 3 {
				if c, _ := fmt.Sscanf(name, "linear %d %d %d", &m, &n, &k); c != 3 {
					continue
				}
				linear = true
			}
			a, b, got := series(m*k), series(k*n), make([]float32, m*n)
			BinaryScalar(Div, a, a, 100)
			BinaryScalar(Div, b, b, 100)
			if !linear {
				Gemm(NoTrans, NoTrans, m, n, k, 1, a, k, b, n, 0, got, n)
			} else {
				weight := make([]float32, n*k)
				TransposeMatrix(weight, k, b, n, k, n)
				for i := range m {
					copy(got[i*n:], series(n))
				}
				Gemm(NoTrans, Trans, m, n, k, 1, a, k, weight, k, 1, got, n)
			}
			equal(t, name, got, want)
		}
	})
}
