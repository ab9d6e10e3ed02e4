// Copies. copy_f32, copy_f64, copy_i64 and copy_c128 convert: each reads any dtype as its type and
// writes it as any other. move_1 to move_16 move elements of so many bytes as they are; where
// memory is dense the planner takes the widest. transpose_1 to transpose_8 copy matrices whose
// rows are the other's columns, by tiles in shared memory, so that reads and writes both
// follow memory (G. Ruetsch, P. Micikevicius, "Optimizing Matrix Transpose in CUDA", 2009).
#include "elementwise.cuh"

struct Same {
	template <class T> DEVICE T of(T x, const Scalars &) { return x; }
};

KERNEL(copy_f32, Elementwise<2>) { elementwise<Same, float, float>(p); }
KERNEL(copy_f64, Elementwise<2>) { elementwise<Same, double, double>(p); }
KERNEL(copy_i64, Elementwise<2>) { elementwise<Same, i64, i64>(p); }
KERNEL(copy_c128, Elementwise<2>) { elementwise<Same, complex128, complex128>(p); }

// Elements that are moved as bits: their dtype matters only where a condition stands beside
// them.
#define BITS(T)                                                                                    \
	template <> struct Elements<T> {                                                               \
		DEVICE T load(const void *at, int dtype) { return dtype == Bool ? (T) * (const u8 *)at : *(const T *)at; } \
		DEVICE void store(void *at, int dtype, T v) { *(T *)at = v; }                              \
	};                                                                                             \
	template <> struct Packs<T> {                                                                  \
		DEVICE void load(T v[4], const u8 *at, int dtype) {                                        \
			if (dtype == Bool) {                                                                   \
				Vector<u8, 4> a = *(const Vector<u8, 4> *)at;                                      \
				UNROLL for (int k = 0; k < 4; k++) v[k] = (T)a.at[k];                              \
				return;                                                                            \
			}                                                                                      \
			if (sizeof(T) <= 4) {                                                                  \
				Vector<T, 4> a = *(const Vector<T, 4> *)at;                                        \
				UNROLL for (int k = 0; k < 4; k++) v[k] = a.at[k];                                 \
				return;                                                                            \
			}                                                                                      \
			UNROLL for (int h = 0; h < 2; h++) {                                                   \
				Vector<T, 2> a = ((const Vector<T, 2> *)at)[h];                                    \
				v[2 * h] = a.at[0], v[2 * h + 1] = a.at[1];                                        \
			}                                                                                      \
		}                                                                                          \
		DEVICE void store(u8 *at, int dtype, const T v[4]) {                                       \
			if (sizeof(T) <= 4) {                                                                  \
				*(Vector<T, 4> *)at = Vector<T, 4>{{v[0], v[1], v[2], v[3]}};                      \
				return;                                                                            \
			}                                                                                      \
			UNROLL for (int h = 0; h < 2; h++) ((Vector<T, 2> *)at)[h] = Vector<T, 2>{{v[2 * h], v[2 * h + 1]}}; \
		}                                                                                          \
	};                                                                                             \
	template <> struct Immediate<T> {                                                              \
		DEVICE T of(const Operand &o) { return (T)o.value.integer; }                               \
	};

BITS(u8)
BITS(u16)
BITS(u32)
BITS(u64)

KERNEL(move_1, Elementwise<2>) { elementwise<Same, u8, u8>(p); }
KERNEL(move_2, Elementwise<2>) { elementwise<Same, u16, u16>(p); }
KERNEL(move_4, Elementwise<2>) { elementwise<Same, u32, u32>(p); }
KERNEL(move_8, Elementwise<2>) { elementwise<Same, u64, u64>(p); }

struct Choice {
	template <class T> DEVICE T of(T c, T a, T b, const Scalars &) { return c ? a : b; }
};

KERNEL(where_1, Elementwise<4>) { elementwise<Choice, u8, u8>(p); }
KERNEL(where_2, Elementwise<4>) { elementwise<Choice, u16, u16>(p); }
KERNEL(where_4, Elementwise<4>) { elementwise<Choice, u32, u32>(p); }
KERNEL(where_8, Elementwise<4>) { elementwise<Choice, u64, u64>(p); }

// Transpose is out[m][r][c] = in[m][c][r], strides in elements.
struct Transpose {
	u8 *out, *in;
	i64 outBatch, outRow, inBatch, inRow;
	u32 rows, cols;
};

const int tile = 32, tileRows = 8; // threads of a block: tile × tileRows

template <class T> DEVICE void transpose(const Transpose &p) {
	SHARED T staged[tile][tile + 1]; // one more column, so that a column meets all banks
	T *out = (T *)p.out + blockZ() * p.outBatch;
	const T *in = (const T *)p.in + blockZ() * p.inBatch;
	u32 row = blockY() * tile, col = blockX() * tile;
	for (u32 k = threadY(); k < tile; k += tileRows)
		if (col + k < p.cols && row + threadX() < p.rows) staged[k][threadX()] = in[(col + k) * p.inRow + row + threadX()];
	barrier();
	for (u32 k = threadY(); k < tile; k += tileRows)
		if (row + k < p.rows && col + threadX() < p.cols) out[(row + k) * p.outRow + col + threadX()] = staged[threadX()][k];
}

KERNEL(transpose_1, Transpose) { transpose<u8>(p); }
KERNEL(transpose_2, Transpose) { transpose<u16>(p); }
KERNEL(transpose_4, Transpose) { transpose<u32>(p); }
KERNEL(transpose_8, Transpose) { transpose<u64>(p); }
