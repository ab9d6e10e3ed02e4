// Sorting along the last dimension, stable, with the positions the elements came from.
//
// First each tile of up to 1024 elements is sorted in shared memory by a bitonic network (K.
// Batcher, "Sorting Networks and Their Applications", 1968): pairs in a fixed pattern are
// compared and swapped. Then sorted runs are merged two by two: an element's place in the
// merged run is its place in its own plus how many elements of the other come before it,
// which a binary search finds. Equal elements compare by position, so that none are equal
// and the order is the stable one. NaN is larger than every number.
#include "walk.cuh"

struct Sort {
	u8 *out, *positions; // the result
	const u8 *in;
	u8 *values, *places;         // sorted runs so far: values of the computing type, u32 places
	const u8 *oldValues, *oldPlaces; // the runs to merge
	i64 outDtype, inDtype;
	i64 outStride, positionStride, inStride; // along the row, in elements
	u32 rows, width, tile, run;              // run: length of the runs to merge
	u32 descending, last;                    // last: write the result
	Walk outRows, positionRows, inRows;
};

const u32 mostTile = 1024, blockThreads = 256;
const u32 none = 0xffffffff; // the place of an element beyond the row: it comes last

template <class T> struct Item {
	T v;
	u32 place;
};

template <class T> DEVICE bool before(const Item<T> &a, const Item<T> &b, u32 descending) {
	if (a.place == none || b.place == none) return a.place < b.place;
	bool less = a.v < b.v || (b.v != b.v && a.v == a.v), more = a.v > b.v || (a.v != a.v && b.v == b.v);
	if (less != more) return descending ? more : less;
	return a.place < b.place;
}

template <class T> DEVICE void deliver(const Sort &p, u32 row, u32 i, Item<T> x) {
	if (p.last) {
		i64 at = Walk::offset(p.outRows, row) + i * p.outStride;
		Elements<T>::store(p.out + at * sizeOf(p.outDtype), p.outDtype, x.v);
		((i64 *)p.positions)[Walk::offset(p.positionRows, row) + i * p.positionStride] = x.place;
	} else {
		i64 at = (i64)row * p.width + i;
		((T *)p.values)[at] = x.v, ((u32 *)p.places)[at] = x.place;
	}
}

template <class T> DEVICE void sortTile(const Sort &p) {
	SHARED T values[mostTile];
	SHARED u32 places[mostTile];
	u32 row = blockY() + blockZ() * 65535, first = blockX() * p.tile;
	if (row >= p.rows) return;
	const u8 *in = p.in + Walk::offset(p.inRows, row) * sizeOf(p.inDtype);
	for (u32 k = threadX(); k < p.tile; k += blockThreads) {
		u32 i = first + k;
		values[k] = i < p.width ? Elements<T>::load(in + i * p.inStride * sizeOf(p.inDtype), p.inDtype) : T(0);
		places[k] = i < p.width ? i : none;
	}
	barrier();
	for (u32 size = 2; size <= p.tile; size *= 2)
		for (u32 step = size / 2; step > 0; step /= 2) {
			for (u32 k = threadX(); k < p.tile / 2; k += blockThreads) {
				u32 low = 2 * k - (k & (step - 1)), high = low + step;
				Item<T> a = {values[low], places[low]}, b = {values[high], places[high]};
				if (before(b, a, p.descending) == ((low & size) == 0)) {
					values[low] = b.v, places[low] = b.place;
					values[high] = a.v, places[high] = a.place;
				}
			}
			barrier();
		}
	for (u32 k = threadX(); k < p.tile; k += blockThreads)
		if (first + k < p.width) deliver(p, row, first + k, Item<T>{values[k], places[k]});
}

template <class T> DEVICE void merge(const Sort &p) {
	u32 row = blockY() + blockZ() * 65535, i = blockX() * blockThreads + threadX();
	if (row >= p.rows || i >= p.width) return;
	const T *values = (const T *)p.oldValues + (i64)row * p.width;
	const u32 *places = (const u32 *)p.oldPlaces + (i64)row * p.width;
	Item<T> x = {values[i], places[i]};
	u32 run = i / p.run, other = (run ^ 1) * p.run; // where the other run begins
	u32 low = minOf(other, p.width), high = minOf(other + p.run, p.width);
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (before(Item<T>{values[middle], places[middle]}, x, p.descending)) low = middle + 1;
		else high = middle;
	}
	u32 earlier = low - minOf(other, p.width), pair = run / 2 * 2 * p.run;
	deliver(p, row, pair + (i - run * p.run) + earlier, x);
}

KERNEL_OF(256, sort_f32, Sort) { sortTile<float>(p); }
KERNEL_OF(256, sort_f64, Sort) { sortTile<double>(p); }
KERNEL_OF(256, sort_i64, Sort) { sortTile<i64>(p); }
KERNEL_OF(256, merge_f32, Sort) { merge<float>(p); }
KERNEL_OF(256, merge_f64, Sort) { merge<double>(p); }
KERNEL_OF(256, merge_i64, Sort) { merge<i64>(p); }
