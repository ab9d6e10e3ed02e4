// The scheduler of emulated threads: see emulate.h.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
#include "emulate.h"
#include <deque>
#include <mutex>
#include <setjmp.h>
#include <ucontext.h>
#include <vector>

namespace emulation {

Place now;
alignas(256) u8 dynamicShared[256 << 10];

static Registration *registered;

Registration::Registration(const char *name, unsigned long bytes, void (*run)(const void *))
	: name(name), bytes(bytes), run(run), next(registered) {
	registered = this;
}

// A fiber runs threads of the block, one after another, until none is left. It is
// suspended inside a thread that waits.
struct Fiber {
	ucontext_t start;
	jmp_buf state;
	bool started = false;
	std::vector<u8> stack = std::vector<u8>(256 << 10);
	Place place;
};

static struct Block {
	void (*run)(const void *);
	const void *params;
	u32 threads, next, done;
	bool backwards;                  // threads start in reverse order
	std::vector<Fiber *> idle;
	std::deque<Fiber *> ready; // in order of arrival
	std::vector<Fiber *> atBarrier;
	struct Warp {
		u32 words[32];
		u32 arrived, size;
		std::vector<Fiber *> waiting;
	};
	std::vector<Warp> warps;
} block;

static Fiber *current;
static jmp_buf scheduler;

static u32 linear() { return (now.thread[2] * now.blockSize[1] + now.thread[1]) * now.blockSize[0] + now.thread[0]; }

static void enter(u32 thread) {
	if (block.backwards) thread = block.threads - 1 - thread;
	now.thread[0] = thread % now.blockSize[0];
	now.thread[1] = thread / now.blockSize[0] % now.blockSize[1];
	now.thread[2] = thread / now.blockSize[0] / now.blockSize[1];
}

static void work() {
	for (;;) {
		while (block.next < block.threads) {
			enter(block.next++);
			block.run(block.params);
			block.done++;
		}
		block.idle.push_back(current);
		if (!_setjmp(current->state)) _longjmp(scheduler, 1);
	}
}

static void resume(Fiber *f) {
	current = f;
	if (_setjmp(scheduler)) return;
	if (f->started) _longjmp(f->state, 1);
	f->started = true;
	getcontext(&f->start);
	f->start.uc_stack.ss_sp = f->stack.data();
	f->start.uc_stack.ss_size = f->stack.size();
	f->start.uc_link = nullptr;
	makecontext(&f->start, work, 0);
	setcontext(&f->start);
}

static void suspend() {
	Fiber *self = current;
	self->place = now;
	if (!_setjmp(self->state)) _longjmp(scheduler, 1);
	now = self->place;
}

// release makes all who wait ready; the last to come goes on at once.
static void release(std::vector<Fiber *> &waiting) {
	block.ready.insert(block.ready.end(), waiting.begin(), waiting.end());
	waiting.clear();
}

void waitBlock() {
	if (block.threads == 1) return;
	if (block.atBarrier.size() + 1 == block.threads) {
		release(block.atBarrier);
		return;
	}
	block.atBarrier.push_back(current);
	suspend();
}

static void waitWarp(Block::Warp &w) {
	if (++w.arrived == w.size) {
		w.arrived = 0;
		release(w.waiting);
		return;
	}
	w.waiting.push_back(current);
	suspend();
}

u32 exchange(u32 v, int lane) {
	Block::Warp &w = block.warps[linear() / 32];
	w.words[linear() & 31] = v;
	waitWarp(w);
	u32 r = lane < (int)w.size ? w.words[lane] : v;
	waitWarp(w);
	return r;
}

// runBlock runs every thread of a block; false when some wait for a partner that never
// comes.
static bool runBlock() {
	block.next = block.done = 0;
	for (u32 w = 0; w < block.warps.size(); w++) {
		block.warps[w].arrived = 0;
		block.warps[w].size = block.threads - 32 * w < 32 ? block.threads - 32 * w : 32;
	}
	while (block.done < block.threads) {
		Fiber *f;
		if (block.next < block.threads) {
			if (block.idle.empty()) block.idle.push_back(new Fiber);
			f = block.idle.back();
			block.idle.pop_back();
		} else if (!block.ready.empty()) {
			f = block.ready.front();
			block.ready.pop_front();
		} else {
			return false;
		}
		resume(f);
	}
	return true;
}

} // namespace emulation

using namespace emulation;

static Registration *find(const char *name) {
	for (Registration *r = registered; r; r = r->next)
		if (!strcmp(r->name, name)) return r;
	return nullptr;
}

// gputour_emulate runs a kernel to its end. It answers 0; 1: no kernel of that name; 2: its
// parameter has another size; 3: some threads of a block wait where others never come.
extern "C" int gputour_emulate(const char *name, const unsigned grid[3], const unsigned size[3], unsigned shared,
	const void *params, unsigned long bytes) {
	static std::mutex one;
	std::lock_guard<std::mutex> lock(one);
	Registration *k = find(name);
	if (!k) return 1;
	if (k->bytes != bytes || shared > sizeof emulation::dynamicShared) return 2;
	block.run = k->run, block.params = params;
	block.threads = size[0] * size[1] * size[2];
	block.warps.resize((block.threads + 31) / 32);
	block.backwards = getenv("GPUTOUR_EMULATE_BACKWARDS") != nullptr;
	for (int d = 0; d < 3; d++) now.blockSize[d] = size[d], now.gridSize[d] = grid[d];
	for (u32 z = 0; z < grid[2]; z++)
		for (u32 y = 0; y < grid[1]; y++)
			for (u32 x = 0; x < grid[0]; x++) {
				now.block[0] = x, now.block[1] = y, now.block[2] = z;
				memset(emulation::dynamicShared, 0xff, shared); // NaN, so that nothing is taken for initialised
				if (!runBlock()) return 3;
			}
	return 0;
}
