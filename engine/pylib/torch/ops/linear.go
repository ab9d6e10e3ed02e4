package ops

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/grad"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Products of matrices and linear algebra.

var linearRows = []row{
	{"matmul linalg_matmul", dispatch.Narrowed(dispatch.Pair((*tape).Matmul, "other"))}, {"mm", dispatch.Narrowed(dispatch.Pair((*tape).Mm, "mat2"))}, {"bmm", dispatch.Narrowed(dispatch.Pair((*tape).Bmm, "mat2"))},
	{"mv", dispatch.Autocast(device.Narrow, device.Keep, dispatch.Pair((*tape).Mv, "vec"))}, {"dot vdot", opDot}, {"inner", dispatch.Narrowed(opInner)}, {"outer ger", opOuter},
	{"addmm", dispatch.Narrowed(opAddmm)}, {"addmv", dispatch.Autocast(device.Narrow, device.Keep, opAddmv)}, {"baddbmm", dispatch.Narrowed(dispatch.OneDevice(opBaddbmm))}, {"addr", dispatch.Autocast(device.Narrow, device.Keep, opAddr)}, {"addbmm", dispatch.Narrowed(opAddbmm)},
	{"einsum", dispatch.Narrowed(opEinsum)}, {"tensordot", dispatch.OneDevice(opTensordot)}, {"kron", dispatch.OneDevice(dispatch.Pair((*tape).Kron, "other"))}, {"cross linalg_cross", dispatch.OneDevice(opCross)},
	{"chain_matmul", opChain}, {"linalg_multi_dot", dispatch.Narrowed(opMultiDot)}, {"matrix_power linalg_matrix_power", opMatrixPower},
	{"matrix_exp linalg_matrix_exp", dispatch.Simple((*tape).MatrixExp)},
	{"inverse linalg_inv", dispatch.WideOnCPU(opInverse)}, {"det linalg_det", opDet}, {"logdet", opLogdet}, {"slogdet", opSlogdet("slogdet")},
	{"linalg_slogdet", opSlogdet("linalg_slogdet")}, {"cholesky linalg_cholesky", opCholesky}, {"qr", dispatch.WideOnCPU(opQr("qr"))}, {"linalg_qr", dispatch.WideOnCPU(opQr("linalg_qr"))},
	{"svd", dispatch.WideOnCPU(opSvd)}, {"linalg_svd", dispatch.WideOnCPU(opLinalgSvd)}, {"linalg_svdvals", dispatch.WideOnCPU(opSvdvals)}, {"linalg_eigh", dispatch.WideOnCPU(opEigh)}, {"linalg_eigvalsh", dispatch.WideOnCPU(opEigvalsh)},
	{"linalg_eig", dispatch.WideOnCPU(opEig)}, {"linalg_eigvals", dispatch.WideOnCPU(opEigvals)}, {"pinverse linalg_pinv", wideOneDevice(opPinv)}, {"linalg_solve", dispatch.WideOnCPU(dispatch.OneDevice(opSolve))},
	{"linear", dispatch.Narrowed(opLinear)}, {"bilinear", opBilinear},
}

func opDot(c *dispatch.Call) (object.Value, error) {
	name := "tensor"
	if c.Has("other") {
		name = "other"
	}
	return c.One(c.Tape.Dot(c.Input(), c.Tensor(name)))
}

func opInner(c *dispatch.Call) (object.Value, error) {
	x, y := c.Input(), c.Tensor("other")
	if x.Dim() == 0 || y.Dim() == 0 {
		return c.One(c.Tape.Mul(x, y))
	}
	return c.One(c.Tape.Tensordot(x, y, []int{-1}, []int{-1}))
}

func opOuter(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Outer(c.Input(), c.Tensor("vec2")))
}

// complexFactors says whether beta or alpha is no real number.
func complexFactors(c *dispatch.Call) bool {
	for _, name := range [...]string{"beta", "alpha"} {
		if c.Given(name) && c.Scalar(name).DType.IsComplex() {
			return true
		}
	}
	return false
}

// factorsOf are beta and alpha of the fused products.
func factorsOf(c *dispatch.Call) (beta, alpha float64) {
	beta, alpha = 1, 1
	if c.Given("beta") {
		beta = c.Float("beta")
	}
	if c.Given("alpha") {
		alpha = c.Float("alpha")
	}
	return beta, alpha
}

func opAddmm(c *dispatch.Call) (object.Value, error) {
	if complexFactors(c) {
		product, err := c.Tape.Matmul(c.Tensor("mat1"), c.Tensor("mat2"))
		return combined(c, product, err)
	}
	beta, alpha := factorsOf(c)
	return c.One(c.Tape.Addmm(c.Input(), c.Tensor("mat1"), c.Tensor("mat2"), beta, alpha))
}

func opAddmv(c *dispatch.Call) (object.Value, error) {
	if complexFactors(c) {
		product, err := c.Tape.Matmul(c.Tensor("mat"), c.Tensor("vec"))
		return combined(c, product, err)
	}
	beta, alpha := factorsOf(c)
	return c.One(c.Tape.Addmv(c.Input(), c.Tensor("mat"), c.Tensor("vec"), beta, alpha))
}

func opBaddbmm(c *dispatch.Call) (object.Value, error) {
	if complexFactors(c) {
		product, err := c.Tape.Bmm(c.Tensor("batch1"), c.Tensor("batch2"))
		return combined(c, product, err)
	}
	beta, alpha := factorsOf(c)
	return c.One(c.Tape.Baddbmm(c.Input(), c.Tensor("batch1"), c.Tensor("batch2"), beta, alpha))
}

func opAddr(c *dispatch.Call) (object.Value, error) {
	outer, err := c.Tape.Outer(c.Tensor("vec1"), c.Tensor("vec2"))
	return combined(c, outer, err)
}

func opAddbmm(c *dispatch.Call) (object.Value, error) {
	products, err := c.Tape.Bmm(c.Tensor("batch1"), c.Tensor("batch2"))
	if err == nil {
		products, err = c.Tape.Sum(products, []int{0}, false, tensor.NoDType)
	}
	return combined(c, products, err)
}

// combined is beta·input + alpha·x.
func combined(c *dispatch.Call, x *tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, err
	}
	input := c.Input()
	beta, alpha := tensor.Int(1), tensor.Int(1)
	if c.Given("beta") {
		beta = c.Scalar("beta")
	}
	if c.Given("alpha") {
		alpha = c.Scalar("alpha")
	}
	if beta.C == 0 && beta.Float64() == 0 { // then what input holds is nobody's business, nan neither
		if input, err = c.Tape.Zeros(input.Shape(), input.Like()); err != nil {
			return object.Value{}, err
		}
	}
	if input, err = c.Tape.Mul(input, c.Tape.Wrap(beta)); err != nil {
		return object.Value{}, err
	}
	return c.One(c.Tape.Add(input, x, alpha))
}

func opEinsum(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Einsum(c.Text("equation"), c.Tensors("tensors")))
}

func opTensordot(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Tensordot(c.Input(), c.Tensor("other"), c.Ints("dims_self"), c.Ints("dims_other")))
}

// opCross is the cross product along a dimension of three.
func opCross(c *dispatch.Call) (object.Value, error) {
	x, y := c.Input(), c.Tensor("other")
	dim := -1
	if d := c.OptInt("dim"); d != nil {
		dim = *d
	} else if c.Overload.Name == "cross" {
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
	s := &steps{Tape: c.Tape}
	turn := func(z *tensor.Tensor, by int) *tensor.Tensor {
		return s.with(func() (*tensor.Tensor, error) { return c.Tape.Roll(z, []int{by}, []int{d}) })
	}
	a := turn(x, -1)
	b := turn(y, 1)
	left := s.with(func() (*tensor.Tensor, error) { return c.Tape.Mul(a, b) })
	e := turn(x, 1)
	f := turn(y, -1)
	right := s.with(func() (*tensor.Tensor, error) { return c.Tape.Mul(e, f) })
	return c.One(s.with(func() (*tensor.Tensor, error) { return c.Tape.Sub(left, right, tensor.Int(1)) }), s.err)
}

func chained(c *dispatch.Call, list []*tensor.Tensor) (object.Value, error) {
	if len(list) == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "multi_dot(): expected at least 2 tensors but got 0")
	}
	x := list[0]
	for _, y := range list[1:] {
		var err error
		if x, err = c.Tape.Matmul(x, y); err != nil {
			return object.Value{}, err
		}
	}
	return c.One(x, nil)
}

func opChain(c *dispatch.Call) (object.Value, error) {
	list := c.Tensors("matrices")
	if len(list) == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "chain_matmul(): Expected one or more matrices")
	}
	for _, x := range list {
		if x.Dim() != 2 {
			return object.Value{}, object.Raise(object.RuntimeError, "Tensor dimension is %d, expected 2 instead.", x.Dim())
		}
	}
	return chained(c, list)
}

func opMultiDot(c *dispatch.Call) (object.Value, error) {
	list := c.Tensors("tensors")
	if len(list) == 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "multi_dot(): expected at least 2 tensors but got 1")
	}
	return chained(c, list)
}

func opMatrixPower(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.MatrixPower(c.Input(), c.Int("n")))
}

// matrixOf is the operand of linear algebra, which schemas call by several names.
func matrixOf(c *dispatch.Call) *tensor.Tensor {
	for _, name := range [...]string{"A", "x", "a", "input"} {
		if c.Given(name) {
			return c.Tensor(name)
		}
	}
	return c.Input()
}

func opInverse(c *dispatch.Call) (object.Value, error) {
	if x := matrixOf(c); x != nil && x.DType().IsComplex() {
		if err := square("linalg.inv", x); err != nil {
			return object.Value{}, err
		}
		return viaComplex(c, "inv", x)
	}
	return c.One(c.Tape.Inv(matrixOf(c)))
}

func opDet(c *dispatch.Call) (object.Value, error) {
	if x := matrixOf(c); isSquareComplex(x) {
		return viaComplex(c, "det", x)
	}
	return c.One(c.Tape.Det(matrixOf(c)))
}

func opLogdet(c *dispatch.Call) (object.Value, error) {
	if x := c.Input(); isSquareComplex(x) {
		return viaComplex(c, "logdet", x)
	}
	return c.One(c.Tape.Logdet(c.Input()))
}

func opPinv(c *dispatch.Call) (object.Value, error) {
	rtol, relative := c.Arg("rtol"), "rtol"
	if c.Has("rcond") { // pinverse has a default of its own
		if rtol, relative = c.Arg("rcond"), "rcond"; rtol.IsNone() {
			rtol = object.Float(1e-15)
		}
	}
	if x := matrixOf(c); !rtol.IsNone() || c.Given("atol") || c.Given("hermitian") {
		return dispatch.ViaPython("torch._composed.linalg", "pinv")(c.Thread, []object.Value{values.Wrap(x), c.Arg("atol"), rtol, object.Bool(c.Bool("hermitian")), object.NewStr(relative)})
	} else if x.Dim() < 2 || x.DType() < tensor.Float32 || x.DType().IsHalf() {
		return object.Value{}, object.Raise(object.RuntimeError, "linalg.pinv(%s{%s}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types", x.DType().Scalar(), tensor.FormatShape(x.Shape()))
	}
	if x := matrixOf(c); x != nil && x.DType().IsComplex() && x.Dim() > 1 {
		return viaComplex(c, "pinv", x)
	}
	return c.One(c.Tape.Pinv(matrixOf(c)))
}

// isSquareComplex reports complex matrices that torch._composed.complex computes with;
// what else is wrong with others is said where the real ones are.
func isSquareComplex(x *tensor.Tensor) bool {
	return x != nil && x.DType().IsComplex() && x.Dim() >= 2 && x.Shape()[x.Dim()-1] == x.Shape()[x.Dim()-2]
}

// viaComplex calls a function of torch._composed.complex.
func viaComplex(c *dispatch.Call, name string, list ...*tensor.Tensor) (object.Value, error) {
	return dispatch.ViaPython("torch._composed.complex", name)(c.Thread, values.WrapAll(list))
}

func opSlogdet(name string) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		if x := matrixOf(c); isSquareComplex(x) {
			both, err := viaComplex(c, "slogdet", x)
			if err != nil {
				return both, err
			}
			list, err := grad.TensorList(c.Thread, both)
			return c.Named(name, "sign logabsdet", list, err)
		}
		sign, log, err := c.Tape.Slogdet(matrixOf(c))
		return c.Named(name, "sign logabsdet", []*tensor.Tensor{sign, log}, err)
	}
}

// factored is a factorization of a complex matrix, which stands in torch._composed.complex, as the results that fields name.
func factored(c *dispatch.Call, class, fields, name string, x *tensor.Tensor, options ...object.Value) (object.Value, error) {
	v, err := dispatch.ViaPython("torch._composed.complex", name)(c.Thread, append([]object.Value{values.Wrap(x)}, options...))
	if err != nil {
		return v, err
	}
	list, err := grad.TensorList(c.Thread, v)
	return c.Named(class, fields, list, err)
}

// result is one of several results.
func result(v object.Value, err error, i int) (object.Value, error) {
	if err != nil {
		return v, err
	}
	items, _ := values.Items(v)
	return items[i], nil
}

func opCholesky(c *dispatch.Call) (object.Value, error) {
	if x := matrixOf(c); x != nil && x.DType().IsComplex() {
		return dispatch.ViaPython("torch._composed.complex", "cholesky")(c.Thread, []object.Value{values.Wrap(x), object.Bool(c.Bool("upper"))})
	}
	return c.One(c.Tape.Cholesky(matrixOf(c), c.Bool("upper")))
}

func opQr(name string) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		mode := "reduced"
		if c.Given("mode") {
			mode = c.Text("mode")
		} else if c.Given("some") && !c.Bool("some") {
			mode = "complete"
		}
		if x := matrixOf(c); x != nil && x.DType().IsComplex() {
			return factored(c, name, "Q R", "qr", x, object.NewStr(mode))
		}
		q, r, err := c.Tape.Qr(matrixOf(c), mode)
		return c.Named(name, "Q R", []*tensor.Tensor{q, r}, err)
	}
}

func opSvd(c *dispatch.Call) (object.Value, error) {
	full := c.Given("some") && !c.Bool("some")
	if x := matrixOf(c); x != nil && x.DType().IsComplex() {
		return factored(c, "svd", "U S V", "svd_of_old", x, object.Bool(full))
	}
	u, s, vh, err := c.Tape.Svd(matrixOf(c), full)
	if err == nil {
		vh, err = c.Tape.Transpose(vh, -2, -1)
	}
	return c.Named("svd", "U S V", []*tensor.Tensor{u, s, vh}, err)
}

func opLinalgSvd(c *dispatch.Call) (object.Value, error) {
	full := !c.Given("full_matrices") || c.Bool("full_matrices")
	if x := matrixOf(c); x != nil && x.DType().IsComplex() {
		return factored(c, "linalg_svd", "U S Vh", "svd", x, object.Bool(full))
	}
	u, s, vh, err := c.Tape.Svd(matrixOf(c), full)
	return c.Named("linalg_svd", "U S Vh", []*tensor.Tensor{u, s, vh}, err)
}

func opSvdvals(c *dispatch.Call) (object.Value, error) {
	if x := matrixOf(c); x != nil && x.DType().IsComplex() {
		return dispatch.ViaPython("torch._composed.complex", "singular_values")(c.Thread, []object.Value{values.Wrap(x)})
	}
	_, s, _, err := c.Tape.Svd(matrixOf(c), false)
	return c.One(s, err)
}

// eigh are the eigenvalues and vectors of symmetric and Hermitian matrices, of which UPLO says what triangle is read.
func eigh(c *dispatch.Call) (object.Value, error) {
	x, uplo := matrixOf(c), "L"
	if c.Given("UPLO") {
		uplo = c.Text("UPLO")
	}
	upper := uplo == "U" || uplo == "u"
	if !upper && uplo != "L" && uplo != "l" {
		return object.Value{}, object.Raise(object.RuntimeError, "Expected UPLO argument to be 'L' or 'U', but got %s", uplo)
	}
	if x != nil && x.DType().IsComplex() {
		return factored(c, "linalg_eigh", "eigenvalues eigenvectors", "eigh", x, object.Bool(upper))
	}
	if upper && x != nil && x.Dim() > 1 {
		var err error
		if x, err = c.Tape.Transpose(x, -2, -1); err != nil {
			return object.Value{}, err
		}
	}
	values, vectors, err := c.Tape.Eigh(x)
	return c.Named("linalg_eigh", "eigenvalues eigenvectors", []*tensor.Tensor{values, vectors}, err)
}

func opEigh(c *dispatch.Call) (object.Value, error) { return eigh(c) }

func opEigvalsh(c *dispatch.Call) (object.Value, error) {
	v, err := eigh(c)
	return result(v, err, 0)
}

func opEig(c *dispatch.Call) (object.Value, error) {
	x := matrixOf(c)
	var list []*tensor.Tensor
	if x != nil && x.DType().IsComplex() {
		if err := square("linalg.eig", x); err != nil {
			return object.Value{}, err
		}
		var err error
		if list, err = c.Tape.ComplexFactors("eig", x); err != nil {
			return object.Value{}, c.Raise(err)
		}
	} else {
		values, vectors, err := c.Tape.Eig(x)
		if err != nil {
			return object.Value{}, c.Raise(err)
		}
		list = []*tensor.Tensor{values, vectors}
	}
	return factored(c, "linalg_eig", "eigenvalues eigenvectors", "eig", x, values.WrapAll(list)...)
}

func opEigvals(c *dispatch.Call) (object.Value, error) {
	v, err := opEig(c)
	return result(v, err, 0)
}

// square refuses what is no batch of square matrices.
func square(name string, x *tensor.Tensor) error {
	shape := x.Shape()
	if k := len(shape); k < 2 {
		return object.Raise(object.RuntimeError, "%s: The input tensor A must have at least 2 dimensions.", name)
	} else if shape[k-1] != shape[k-2] {
		return object.Raise(object.RuntimeError, "%s: A must be batches of square matrices, but they are %d by %d matrices", name, shape[k-2], shape[k-1])
	}
	return nil
}

func opSolve(c *dispatch.Call) (object.Value, error) {
	a, b := c.Tensor("A"), c.Tensor("B")
	if c.Given("left") && !c.Bool("left") {
		return dispatch.ViaPython("torch._composed.linalg", "solve_right")(c.Thread, []object.Value{values.Wrap(a), values.Wrap(b)})
	}
	if isSquareComplex(a) && b != nil && b.Dim() > 0 {
		return viaComplex(c, "solve", a, b)
	}
	return c.One(c.Tape.Solve(a, b))
}

func opLinear(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Linear(c.Input(), c.Tensor("weight"), c.Tensor("bias")))
}

func opBilinear(c *dispatch.Call) (object.Value, error) {
	x, y, w := c.Tensor("input1"), c.Tensor("input2"), c.Tensor("weight")
	if err := dispatch.CheckBilinear(x, y, w); err != nil {
		return object.Value{}, err
	}
	z, err := c.Tape.Einsum("...i,oij,...j->...o", []*tensor.Tensor{x, w, y})
	if b := c.Tensor("bias"); err == nil && b != nil {
		z, err = c.Tape.Add(z, b, tensor.Int(1))
	}
	return c.One(z, err)
}

// Matrices transposes a matrix or each of a batch; a number stays one.
func Matrices(name string) func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error) {
	return func(p *autograd.Tape, x *tensor.Tensor) (*tensor.Tensor, error) {
		switch n := x.Dim(); n {
		case 0:
			return p.T(x)
		case 1:
			return nil, &tensor.Error{Kind: tensor.RuntimeError, Text: "tensor." + name + " is only supported on matrices or batches of matrices. Got 1-D tensor."}
		}
		return p.Transpose(x, -2, -1)
	}
}

// Conjugate is the conjugate of a complex tensor and any other tensor itself.
func Conjugate(p *autograd.Tape) func(x *tensor.Tensor, err error) (*tensor.Tensor, error) {
	return func(x *tensor.Tensor, err error) (*tensor.Tensor, error) {
		if err != nil || !x.DType().IsComplex() {
			return x, err
		}
		return p.Conj(x)
	}
}
