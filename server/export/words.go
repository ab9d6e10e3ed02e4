package export

// words are the texts that an export adds of its own, by language.
type words struct {
	Predict, Quiz, Order, Answer, Hint           string
	Tests, Output                                string
	Course, Contents, Previous, Next, More       string
	Pass, Fail                                   string
	Notebook, OneGPU, GPUs, Kernels, Interactive string
}

var texts = map[string]words{
	"en": {
		Predict: "Predict", Quiz: "Question", Order: "Put the lines in order", Answer: "Answer", Hint: "Hint", Tests: "Tests", Output: "Output",
		Course: "gputour: a course about GPUs", Contents: "Contents", Previous: "Previous", Next: "Next", More: "More",
		Pass: "ok  ", Fail: "FAIL",
		Notebook:    "Made from a lesson of gputour, where the same cells run without a GPU too, exercises are checked, and you see where every tensor lives.",
		OneGPU:      "This notebook wants a machine with an NVIDIA GPU and PyTorch.",
		GPUs:        "This notebook wants a machine with %d NVIDIA GPUs and PyTorch.",
		Kernels:     "Cells that begin with `%%cuda` run in gputour only.",
		Interactive: "To run the cells, open the lesson in gputour.",
	},
	"zh": {
		Predict: "猜一猜", Quiz: "问题", Order: "排好各行的顺序", Answer: "答案", Hint: "提示", Tests: "测试", Output: "输出",
		Course: "gputour：GPU 课程", Contents: "目录", Previous: "上一课", Next: "下一课", More: "另见",
		Pass: "通过", Fail: "未通过",
		Notebook:    "由 gputour 的课文生成。在 gputour 里，没有 GPU 也能运行同样的单元格，练习有人检查，还看得见每个张量住在哪里。",
		OneGPU:      "运行这个笔记本需要一块 NVIDIA GPU 和 PyTorch。",
		GPUs:        "运行这个笔记本需要 %d 块 NVIDIA GPU 和 PyTorch。",
		Kernels:     "以 `%%cuda` 开头的单元格只能在 gputour 里运行。",
		Interactive: "想运行单元格，请在 gputour 里打开这一课。",
	},
}
