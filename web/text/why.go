package text

// This file has the words of what is drawn for an error.

var _ = area(map[string]entry{
	"clash.words":  {"{0} 的形状是 {1}，第 {2} 维是 {3}", "{0} has the shape {1}, its dimension {2} has {3}"},
	"clash.and":    {"；", "; "},
	"touch.title":  {"发生在这里：", "This is where:"},
	"touch.thread": {"块 {1} 的线程 {0}", "thread {0} of block {1}"},
	"touch.read":   {"{0} 读 {1}", "{0} reads {1}"},
	"touch.write":  {"{0} 写 {1}", "{0} writes {1}"},
	"touch.atomic": {"{0} 原子地修改 {1}", "{0} atomically changes {1}"},
	"touch.use":    {"{0} 访问 {1}", "{0} asks for {1}"},
	"touch.line":   {"第 {0} 行", "line {0}"},
	"touch.inside": {"数组 {0} 的第 {1} 个元素", "element {1} of the array {0}"},
	"touch.of":     {"数组 {0} 有 {2} 个元素，从 0 到 {3}；访问的是第 {1} 个", "the array {0} has {2} elements, 0 to {3}; element {1} is asked for"},
	"finding.why.coalescing.sectors": {"显存按 32 字节的扇区搬运。同一个线程束里相邻的线程访问相隔很远的地址，每个线程就要搬一整个扇区，却只用其中几个字节。让相邻的线程访问相邻的元素：`threadIdx.x` 应该出现在最后一个下标里。",
		"Memory is moved in sectors of 32 bytes. When neighbouring threads of a warp ask for addresses far apart, each of them moves a whole sector and uses a few of its bytes. Let neighbours ask for neighbours: `threadIdx.x` belongs into the last index."},
	"finding.why.banks.conflicts": {"共享内存分成 32 个存储体，相邻的字轮流放在各个存储体里，而一个存储体一次只给一个字。同一个线程束里的线程向同一个存储体要不同的字，就得排队。数组每行多留一个元素（例如 `tile[32][33]`），它们就分开了。",
		"Shared memory lies in 32 banks, one word after the other, and a bank gives one word at a time. Threads of a warp that ask one bank for different words wait for each other. One more element in each row of the array, as in `tile[32][33]`, sets them apart."},
	"room":       {"内存，一共 {0}", "The memory, {0} in all"},
	"room.rest":  {"其余占用", "everything else"},
	"room.free":  {"空闲", "free"},
	"room.asked": {"这一行要", "this line asks for"},
})
