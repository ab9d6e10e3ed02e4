// The parameter of every kernel that multiplies batches of matrices: out = beta·out +
// alpha·a·b.
#pragma once
#include "gemm.cuh"

struct Matrix {
	u8 *data;
	i64 dtype;
	i64 batch, row, column; // strides in elements
};

struct Matmul {
	Matrix out, a, b;
	u32 rows, columns, depth, batches;
	u32 aAlong, bAlong;
	double alpha, beta;
	Split split;

	// a row of a, or a column of b: where it begins and how to go along it
	struct Row {
		const u8 *at;
		i64 step;
	};
	typedef Row Column;
};
