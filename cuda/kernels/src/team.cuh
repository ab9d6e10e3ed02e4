// Teams: the threads of a block that work on one row together. A block has 256 threads in
// teams of along threads each, a power of two. Teams within a warp exchange by shuffles, larger
// ones through shared memory, with a barrier that every thread of the block must reach.
#pragma once
#include "walk.cuh"

const u32 blockThreads = 256;

DEVICE u32 teamLane(u32 along) { return threadX() & (along - 1); }
DEVICE u32 teamRow(u32 along) { return blockX() * (blockThreads / along) + threadX() / along; }

// together combines a value of each thread of a team, by Op::of, for all of them to have.
template <class Op, class S> DEVICE S together(u32 along, S v) {
	SHARED u64 room[(blockThreads / 32) * sizeof(S) / 8];
	S *warps = (S *)room;
	for (u32 mask = minOf(along, 32u) / 2; mask > 0; mask /= 2) v = Op::of(v, exchangeXor(v, mask));
	if (along <= 32) return v;
	u32 t = threadX(), first = t / along * (along / 32);
	if (t % 32 == 0) warps[t / 32] = v;
	barrier();
	v = warps[first];
	for (u32 k = 1; k < along / 32; k++) v = Op::of(v, warps[first + k]);
	barrier(); // the room may be used again
	return v;
}

struct Larger {
	template <class T> DEVICE T of(T a, T b) { return a != a || a > b ? a : b; }
};
struct Total {
	template <class T> DEVICE T of(T a, T b) { return a + b; }
};
