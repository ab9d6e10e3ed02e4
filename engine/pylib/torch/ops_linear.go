package torch

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Products of matrices and linear algebra.

var linearRows = []row{
	{"matmul linalg_matmul", narrowed(pair((*tape).Matmul, "other"))}, {"mm", narrowed(pair((*tape).Mm, "mat2"))}, {"bmm", narrowed(pair((*tape).Bmm, "mat2"))},
	{"mv", autocast(narrow, keep, pair((*tape).Mv, "vec"))}, {"dot vdot", opDot}, {"inner", narrowed(opInner)}, {"outer ger", opOuter},
	{"addmm", narrowed(opAddmm)}, {"addmv", autocast(narrow, keep, opAddmv)}, {"baddbmm", narrowed(oneDevice(opBaddbmm))}, {"addr", autocast(narrow, keep, opAddr)}, {"addbmm", narrowed(opAddbmm)},
	{"einsum", narrowed(opEinsum)}, {"tensordot", oneDevice(opTensordot)}, {"kron", oneDevice(pair((*tape).Kron, "other"))}, {"cross linalg_cross", oneDevice(opCross)},
	{"chain_matmul", opChain}, {"linalg_multi_dot", narrowed(opMultiDot)}, {"matrix_power linalg_matrix_power", opMatrixPower},
	{"matrix_exp linalg_matrix_exp", simple((*tape).MatrixExp)},
	{"inverse linalg_inv", wideOnCPU(opInverse)}, {"det linalg_det", opDet}, {"logdet", opLogdet}, {"slogdet", opSlogdet("slogdet")},
	{"linalg_slogdet", opSlogdet("linalg_slogdet")}, {"cholesky linalg_cholesky", opCholesky}, {"qr", wideOnCPU(opQr("qr"))}, {"linalg_qr", wideOnCPU(opQr("linalg_qr"))},
	{"svd", wideOnCPU(opSvd)}, {"linalg_svd", wideOnCPU(opLinalgSvd)}, {"linalg_svdvals", wideOnCPU(opSvdvals)}, {"linalg_eigh", wideOnCPU(opEigh)}, {"linalg_eigvalsh", wideOnCPU(opEigvalsh)},
	{"linalg_eig", wideOnCPU(opEig)}, {"linalg_eigvals", wideOnCPU(opEigvals)}, {"pinverse linalg_pinv", wideOneDevice(opPinv)}, {"linalg_solve", wideOnCPU(oneDevice(opSolve))},
	{"linear", narrowed(opLinear)}, {"bilinear", opBilinear},
}

func opDot(c *call) (object.Value, error) {
	name := "tensor"
	if c.has("other") {
		name = "other"
	}
	return c.one(c.tape.Dot(c.input(), c.tensor(name)))
}

func opInner(c *call) (object.Value, error) {
	x, y := c.input(), c.tensor("other")
	if x.Dim() == 0 || y.Dim() == 0 {
		return c.one(c.tape.Mul(x, y))
	}
	return c.one(c.tape.Tensordot(x, y, []int{-1}, []int{-1}))
}

func opOuter(c *call) (object.Value, error) { return c.one(c.tape.Outer(c.input(), c.tensor("vec2"))) }

// complexFactors says whether beta or alpha is no real number.
func (c *call) complexFactors() bool {
	for _, name := range [...]string{"beta", "alpha"} {
		if c.given(name) && c.scalar(name).DType.IsComplex() {
			return true
		}
	}
	return false
}

// factors are beta and alpha of the fused products.
func (c *call) factors() (beta, alpha float64) {
	beta, alpha = 1, 1
	if c.given("beta") {
		beta = c.float("beta")
	}
	if c.given("alpha") {
		alpha = c.float("alpha")
	}
	return beta, alpha
}

func opAddmm(c *call) (object.Value, error) {
	if c.complexFactors() {
		return c.combined(c.tape.Matmul(c.tensor("mat1"), c.tensor("mat2")))
	}
	beta, alpha := c.factors()
	return c.one(c.tape.Addmm(c.input(), c.tensor("mat1"), c.tensor("mat2"), beta, alpha))
}

func opAddmv(c *call) (object.Value, error) {
	if c.complexFactors() {
		return c.combined(c.tape.Matmul(c.tensor("mat"), c.tensor("vec")))
	}
	beta, alpha := c.factors()
	return c.one(c.tape.Addmv(c.input(), c.tensor("mat"), c.tensor("vec"), beta, alpha))
}

func opBaddbmm(c *call) (object.Value, error) {
	if c.complexFactors() {
		return c.combined(c.tape.Bmm(c.tensor("batch1"), c.tensor("batch2")))
	}
	beta, alpha := c.factors()
	return c.one(c.tape.Baddbmm(c.input(), c.tensor("batch1"), c.tensor("batch2"), beta, alpha))
}

func opAddr(c *call) (object.Value, error) {
	outer, err := c.tape.Outer(c.tensor("vec1"), c.tensor("vec2"))
	return c.combined(outer, err)
}

func opAddbmm(c *call) (object.Value, error) {
	products, err := c.tape.Bmm(c.tensor("batch1"), c.tensor("batch2"))
	if err == nil {
		products, err = c.tape.Sum(products, []int{0}, false, tensor.NoDType)
	}
	return c.combined(products, err)
}

// combined is beta·input + alpha·x.
func (c *call) combined(x *tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, err
	}
	input := c.input()
	beta, alpha := tensor.Int(1), tensor.Int(1)
	if c.given("beta") {
		beta = c.scalar("beta")
	}
	if c.given("alpha") {
		alpha = c.scalar("alpha")
	}
	if beta.C == 0 && beta.Float64() == 0 { // then what input holds is nobody's business, nan neither
		if input, err = c.tape.Zeros(input.Shape(), input.Like()); err != nil {
			return object.Value{}, err
		}
	}
	if input, err = c.tape.Mul(input, c.tape.Wrap(beta)); err != nil {
		return object.Value{}, err
	}
	return c.one(c.tape.Add(input, x, alpha))
}

func opEinsum(c *call) (object.Value, error) {
	return c.one(c.tape.Einsum(c.text("equation"), c.tensors("tensors")))
}

func opTensordot(c *call) (object.Value, error) {
	return c.one(c.tape.Tensordot(c.input(), c.tensor("other"), c.ints("dims_self"), c.ints("dims_other")))
}

// opCross is the cross product along a dimension of three.
func opCross(c *call) (object.Value, error) {
	x, y := c.input(), c.tensor("other")
	dim := -1
	if d := c.optInt("dim"); d != nil {
		dim = *d
	} else if c.o.name == "cross" {
		dim = -100
		for i, n := range x.Shape() {
			if n == 3 {
				dim = i
				break
			}
		}
		if dim == -100 {
			return object.Value{}, object.Raise(object.RuntimeError, "no dimension of size 3 in input")
		}
	}
	d, err := x.WrapDim(dim)
	if err != nil {
		return object.Value{}, err
	}
	if x.Dim() != y.Dim() {
		return object.Value{}, object.Raise(object.RuntimeError, "linalg.cross: inputs must have the same number of dimensions.")
	}
	if x.Shape()[d] != 3 || y.Shape()[d] != 3 {
		return object.Value{}, object.Raise(object.RuntimeError, "linalg.cross: inputs dimension %d must have length 3. Got %d and %d", dim, x.Shape()[d], y.Shape()[d])
	}
	s := &steps{Tape: c.tape}
	turn := func(z *tensor.Tensor, by int) *tensor.Tensor {
		return s.with(func() (*tensor.Tensor, error) { return c.tape.Roll(z, []int{by}, []int{d}) })
	}
	a := turn(x, -1)
	b := turn(y, 1)
	left := s.with(func() (*tensor.Tensor, error) { return c.tape.Mul(a, b) })
	e := turn(x, 1)
	f := turn(y, -1)
	right := s.with(func() (*tensor.Tensor, error) { return c.tape.Mul(e, f) })
	return c.one(s.with(func() (*tensor.Tensor, error) { return c.tape.Sub(left, right, tensor.Int(1)) }), s.err)
}

func (c *call) chain(list []*tensor.Tensor) (object.Value, error) {
	if len(list) == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "multi_dot(): expected at least 2 tensors but got 0")
	}
	x := list[0]
	for _, y := range list[1:] {
		var err error
		if x, err = c.tape.Matmul(x, y); err != nil {
			return object.Value{}, err
		}
	}
	return c.one(x, nil)
}

func opChain(c *call) (object.Value, error) { return c.chain(c.tensors("matrices")) }
func opMultiDot(c *call) (object.Value, error) {
	list := c.tensors("tensors")
	if len(list) == 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "multi_dot(): expected at least 2 tensors but got 1")
	}
	return c.chain(list)
}

func opMatrixPower(c *call) (object.Value, error) {
	return c.one(c.tape.MatrixPower(c.input(), c.int("n")))
}

// matrix is the operand of linear algebra, which schemas call by several names.
func (c *call) matrix() *tensor.Tensor {
	for _, name := range [...]string{"A", "x", "a", "input"} {
		if c.given(name) {
			return c.tensor(name)
		}
	}
	return c.input()
}

func opInverse(c *call) (object.Value, error) {
	if x := c.matrix(); x != nil && x.DType().IsComplex() {
		if err := square("linalg.inv", x); err != nil {
			return object.Value{}, err
		}
		return c.complex("inv", x)
	}
	return c.one(c.tape.Inv(c.matrix()))
}

func opDet(c *call) (object.Value, error) {
	if x := c.matrix(); isSquareComplex(x) {
		return c.complex("det", x)
	}
	return c.one(c.tape.Det(c.matrix()))
}

func opLogdet(c *call) (object.Value, error) {
	if x := c.input(); isSquareComplex(x) {
		return c.complex("logdet", x)
	}
	return c.one(c.tape.Logdet(c.input()))
}

func opPinv(c *call) (object.Value, error) {
	if x := c.matrix(); x != nil && x.DType().IsComplex() && x.Dim() > 1 {
		return c.complex("pinv", x)
	}
	return c.one(c.tape.Pinv(c.matrix()))
}

// isSquareComplex reports complex matrices that torch._composed.complex computes with;
// what else is wrong with others is said where the real ones are.
func isSquareComplex(x *tensor.Tensor) bool {
	return x != nil && x.DType().IsComplex() && x.Dim() >= 2 && x.Shape()[x.Dim()-1] == x.Shape()[x.Dim()-2]
}

// complex calls a function of torch._composed.complex.
func (c *call) complex(name string, list ...*tensor.Tensor) (object.Value, error) {
	return viaPython("torch._composed.complex", name)(c.t, wrapAll(list))
}

func opSlogdet(name string) operation {
	return func(c *call) (object.Value, error) {
		if x := c.matrix(); isSquareComplex(x) {
			both, err := c.complex("slogdet", x)
			if err != nil {
				return both, err
			}
			list, err := tensorArgs(c.t, both)
			return c.named(name, "sign logabsdet", list, err)
		}
		sign, log, err := c.tape.Slogdet(c.matrix())
		return c.named(name, "sign logabsdet", []*tensor.Tensor{sign, log}, err)
	}
}

// factored is a factorization of a complex matrix, which stands in torch._composed.complex, as the results that fields name.
func (c *call) factored(class, fields, name string, x *tensor.Tensor, options ...object.Value) (object.Value, error) {
	v, err := viaPython("torch._composed.complex", name)(c.t, append([]object.Value{wrap(x)}, options...))
	if err != nil {
		return v, err
	}
	list, err := tensorArgs(c.t, v)
	return c.named(class, fields, list, err)
}

// result is one of several results.
func result(v object.Value, err error, i int) (object.Value, error) {
	if err != nil {
		return v, err
	}
	items, _ := sequenceItems(v)
	return items[i], nil
}

func opCholesky(c *call) (object.Value, error) {
	if x := c.matrix(); x != nil && x.DType().IsComplex() {
		return viaPython("torch._composed.complex", "cholesky")(c.t, []object.Value{wrap(x), object.Bool(c.bool("upper"))})
	}
	return c.one(c.tape.Cholesky(c.matrix(), c.bool("upper")))
}

func opQr(name string) operation {
	return func(c *call) (object.Value, error) {
		mode := "reduced"
		if c.given("mode") {
			mode = c.text("mode")
		} else if c.given("some") && !c.bool("some") {
			mode = "complete"
		}
		if x := c.matrix(); x != nil && x.DType().IsComplex() {
			return c.factored(name, "Q R", "qr", x, object.NewStr(mode))
		}
		q, r, err := c.tape.Qr(c.matrix(), mode)
		return c.named(name, "Q R", []*tensor.Tensor{q, r}, err)
	}
}

func opSvd(c *call) (object.Value, error) {
	full := c.given("some") && !c.bool("some")
	if x := c.matrix(); x != nil && x.DType().IsComplex() {
		return c.factored("svd", "U S V", "svd_of_old", x, object.Bool(full))
	}
	u, s, vh, err := c.tape.Svd(c.matrix(), full)
	if err == nil {
		vh, err = c.tape.Transpose(vh, -2, -1)
	}
	return c.named("svd", "U S V", []*tensor.Tensor{u, s, vh}, err)
}

func opLinalgSvd(c *call) (object.Value, error) {
	full := !c.given("full_matrices") || c.bool("full_matrices")
	if x := c.matrix(); x != nil && x.DType().IsComplex() {
		return c.factored("linalg_svd", "U S Vh", "svd", x, object.Bool(full))
	}
	u, s, vh, err := c.tape.Svd(c.matrix(), full)
	return c.named("linalg_svd", "U S Vh", []*tensor.Tensor{u, s, vh}, err)
}

func opSvdvals(c *call) (object.Value, error) {
	if x := c.matrix(); x != nil && x.DType().IsComplex() {
		return viaPython("torch._composed.complex", "singular_values")(c.t, []object.Value{wrap(x)})
	}
	_, s, _, err := c.tape.Svd(c.matrix(), false)
	return c.one(s, err)
}

// eigh are the eigenvalues and vectors of symmetric and Hermitian matrices, of which UPLO says what triangle is read.
func (c *call) eigh() (object.Value, error) {
	x, uplo := c.matrix(), "L"
	if c.given("UPLO") {
		uplo = c.text("UPLO")
	}
	upper := uplo == "U" || uplo == "u"
	if !upper && uplo != "L" && uplo != "l" {
		return object.Value{}, refusal("Expected UPLO argument to be 'L' or 'U', but got %s", uplo)
	}
	if x != nil && x.DType().IsComplex() {
		return c.factored("linalg_eigh", "eigenvalues eigenvectors", "eigh", x, object.Bool(upper))
	}
	if upper && x != nil && x.Dim() > 1 {
		var err error
		if x, err = c.tape.Transpose(x, -2, -1); err != nil {
			return object.Value{}, err
		}
	}
	values, vectors, err := c.tape.Eigh(x)
	return c.named("linalg_eigh", "eigenvalues eigenvectors", []*tensor.Tensor{values, vectors}, err)
}

func opEigh(c *call) (object.Value, error) { return c.eigh() }

func opEigvalsh(c *call) (object.Value, error) {
	v, err := c.eigh()
	return result(v, err, 0)
}

func opEig(c *call) (object.Value, error) {
	x := c.matrix()
	var list []*tensor.Tensor
	if x != nil && x.DType().IsComplex() {
		if err := square("linalg.eig", x); err != nil {
			return object.Value{}, err
		}
		var err error
		if list, err = c.tape.ComplexFactors("eig", x); err != nil {
			return object.Value{}, c.raise(err)
		}
	} else {
		values, vectors, err := c.tape.Eig(x)
		if err != nil {
			return object.Value{}, c.raise(err)
		}
		list = []*tensor.Tensor{values, vectors}
	}
	return c.factored("linalg_eig", "eigenvalues eigenvectors", "eig", x, wrapAll(list)...)
}

func opEigvals(c *call) (object.Value, error) {
	v, err := opEig(c)
	return result(v, err, 0)
}

// square refuses what is no batch of square matrices.
func square(name string, x *tensor.Tensor) error {
	shape := x.Shape()
	if k := len(shape); k < 2 {
		return refusal("%s: The input tensor A must have at least 2 dimensions.", name)
	} else if shape[k-1] != shape[k-2] {
		return refusal("%s: A must be batches of square matrices, but they are %d by %d matrices", name, shape[k-2], shape[k-1])
	}
	return nil
}

func opSolve(c *call) (object.Value, error) {
	a, b := c.tensor("A"), c.tensor("B")
	if c.given("left") && !c.bool("left") {
		return viaPython("torch._composed.linalg", "solve_right")(c.t, []object.Value{wrap(a), wrap(b)})
	}
	if isSquareComplex(a) && b != nil && b.Dim() > 0 {
		return c.complex("solve", a, b)
	}
	return c.one(c.tape.Solve(a, b))
}

func opLinear(c *call) (object.Value, error) {
	return c.one(c.tape.Linear(c.input(), c.tensor("weight"), c.tensor("bias")))
}

func checkBilinear(x, y, w *tensor.Tensor) error {
	if x.Dim() != y.Dim() {
		return object.Raise(object.RuntimeError, "bilinear(): input dimensions do not match: got %d and %d", x.Dim(), y.Dim())
	}
	if x.Dim() == 0 || w.Dim() != 3 {
		return nil
	}
	last := x.Dim() - 1
	for i := range last {
		if x.Shape()[i] != y.Shape()[i] {
			return object.Raise(object.RuntimeError, "bilinear(): input batch dimensions do not match at dim %d: got %d and %d", i, x.Shape()[i], y.Shape()[i])
		}
	}
	for i, in := range []*tensor.Tensor{x, y} {
		if in.Shape()[last] != w.Shape()[i+1] {
			return object.Raise(object.RuntimeError, "bilinear(): input%d size does not match weight size: got %d but expected %d", i+1, in.Shape()[last], w.Shape()[i+1])
		}
	}
	return nil
}

func opBilinear(c *call) (object.Value, error) {
	x, y, w := c.tensor("input1"), c.tensor("input2"), c.tensor("weight")
	if err := checkBilinear(x, y, w); err != nil {
		return object.Value{}, err
	}
	z, err := c.tape.Einsum("...i,oij,...j->...o", []*tensor.Tensor{x, w, y})
	if b := c.tensor("bias"); err == nil && b != nil {
		z, err = c.tape.Add(z, b, tensor.Int(1))
	}
	return c.one(z, err)
}
