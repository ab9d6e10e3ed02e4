// Tiles of several warps, against sums of the host.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

struct Larger { __device__ int operator()(int a, int b) const { return a < b ? b : a; } };

template <int Wide> __global__ void wide(const int *in, int *out) {
	__shared__ cg::block_tile_memory<256> memory;
	__shared__ int sums[256 / Wide];
	auto block = cg::this_thread_block(memory);
	auto tile = cg::tiled_partition<Wide>(block);
	int v = in[blockIdx.x * blockDim.x + threadIdx.x];
	int sum = cg::reduce(tile, v, cg::plus<int>());
	int most = cg::reduce(tile, v, Larger());
	int last = tile.shfl(v, tile.num_threads() - 1);
	if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum * 7 + most + last;
	cg::sync(block);
	if (threadIdx.x == 0)
		for (unsigned t = 0; t < tile.meta_group_size(); t++) out[blockIdx.x * tile.meta_group_size() + t] = sums[t];
}

template <int Wide> void check(const int *in, int *out) {
	wide<Wide><<<2, 256>>>(in, out);
	cudaDeviceSynchronize();
	int wrong = 0;
	for (int t = 0; t < 512 / Wide; t++) {
		int sum = 0, most = 0;
		for (int i = 0; i < Wide; i++) {
			int v = in[t * Wide + i];
			sum += v;
			most = v > most ? v : most;
		}
		wrong += out[t] != sum * 7 + most + in[t * Wide + Wide - 1];
	}
	printf("%d: %d wrong of %d, the first is %d\n", Wide, wrong, 512 / Wide, out[0]);
}

int main() {
	int *in, *out;
	cudaMallocManaged(&in, 512 * sizeof(int));
	cudaMallocManaged(&out, 512 * sizeof(int));
	for (int i = 0; i < 512; i++) in[i] = (i * 37) % 101;
	check<32>(in, out);
	check<64>(in, out);
	check<128>(in, out);
	check<256>(in, out);
	return 0;
}
