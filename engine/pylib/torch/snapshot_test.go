package torch_test

import "testing"

// TestSnapshot: segments are cut up as the allocator of 1.13 does it (2 MiB for small requests, whole multiples of 2 MiB from 10 MiB on,
// sizes rounded to 512 bytes), the lines are those of the program, and the figures are those of memory_stats.
func TestSnapshot(t *testing.T) {
	compare(t, run(t, "sim:2", `
import pickle, torch
memory = torch.cuda.memory
print(torch.cuda.memory_snapshot())
memory._record_memory_history()
def make(n):
    return torch.empty(n, device="cuda")
a = make(1000)
b = make(3 << 20)
del a
other = torch.empty(1, device="cuda:1")
snapshot = memory._snapshot()
for s in snapshot["segments"]:
    print(s["device"], s["total_size"], s["allocated_size"], s["segment_type"])
    print([(k["size"], k["requested_size"], k["state"], [(f["name"], f["line"]) for f in k["frames"]]) for k in s["blocks"]])
print([(e["action"], e["size"]) for e in snapshot["device_traces"][0]])
live = [k for s in snapshot["segments"] for k in s["blocks"] if s["device"] == 0 and k["state"] == "active_allocated"]
print(sum(k["size"] for k in live) == torch.cuda.memory_allocated(), live[0]["address"] == b.data_ptr())
memory._dump_snapshot("s.pickle")
print(pickle.load(open("s.pickle", "rb")) == memory._snapshot())
memory._record_memory_history(enabled=None)
c = make(10)
print(memory._snapshot()["device_traces"])
memory._record_memory_history(max_entries=3)
keep = [make(10) for _ in range(9)]
print(len(memory._snapshot()["device_traces"][0]))
try:
    memory._record_memory_history("some")
except ValueError as e:
    print(e)
`), `[]
0 2097152 0 small
[(2097152, 0, 'inactive', [])]
0 12582912 12582912 large
[(12582912, 12582912, 'active_allocated', [('make', 7), ('<module>', 9)])]
1 2097152 512 small
[(512, 4, 'active_allocated', [('<module>', 11)]), (2096640, 0, 'inactive', [])]
[('alloc', 4000), ('alloc', 12582912), ('free_completed', 4000)]
True True
True
[[], []]
3
expected state to be 'state', 'all', or None, got 'some'
`)
}
