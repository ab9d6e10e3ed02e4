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
	"room":         {"内存，一共 {0}", "The memory, {0} in all"},
	"room.rest":    {"其余占用", "everything else"},
	"room.free":    {"空闲", "free"},
	"room.asked":   {"这一行要", "this line asks for"},
})
