// Package factor factors matrices on the host, as LAPACK does: LU and the equations that it solves, Cholesky, QR, eigenvalues and
// singular values. Real matrices are row-major float64, complex ones Complex; large ones go through gonum
// (https://pkg.go.dev/gonum.org/v1/gonum/lapack).
package factor
