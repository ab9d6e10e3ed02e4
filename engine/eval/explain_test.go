package eval_test

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// A real error of each kind, with what is said about it: code, names of the operands with
// where they were made, words that must occur in English and in Chinese, and the line that
// is proposed, which must run.
var explained = []struct {
	name, before, cell string
	code, operands     string
	en, zh             string
	fix                string
}{
	{"globals", "x = torch.ones(3, device='cuda:0')", "y = torch.ones(3, device='cuda:1')\nz = x + y",
		"cross-device", "x@Cell In[2]:1 y@Cell In[3]:1", "`x` lives on cuda:0 and `y` on cuda:1", "`x` 在 cuda:0 上，而 `y` 在 cuda:1 上", "z = x + y.to(x.device)"},
	{"a local and a parameter", "", "def f(x):\n    h = torch.zeros(3)\n    return x + h\n\nf(torch.ones(3, device='cuda'))",
		"cross-device", "x@Cell In[3]:5 h@Cell In[3]:2", "`h` on cpu", "先把 `h` 复制到 cuda:0", "    return x + h.to(x.device)"},
	{"a function of another cell", "def g(a, b):\n    c = a * 2\n    return c @ b", "m = torch.ones(2, 2, device='cuda')\ng(m, torch.ones(2, 2))",
		"cross-device", "c@Cell In[2]:2 b@Cell In[3]:2", "`c` lives on cuda:0", "`b` 在 cpu 上", "    return c @ b.to(c.device)"},
	{"a net", "net = torch.nn.Sequential(torch.nn.Linear(4, 2), torch.nn.ReLU())", "x = torch.ones(1, 4, device='cuda')\nnet(x)",
		"cross-device", "net.0.bias@Cell In[2]:1 x@Cell In[3]:1 net.0.weight@Cell In[2]:1", "`net.0.weight`|`net.0.bias`", "先把整个 `net` 搬到 cuda:0", "net.to(\"cuda:0\")\nnet(x)"},
	{"an attribute of self", "class M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = torch.ones(3)\n    def forward(self, x):\n        return x * self.w", "M()(torch.ones(3, device='cuda'))",
		"cross-device", "x@Cell In[3]:1 self.w@Cell In[2]:4", "`self.w` on cpu", "`self.w`", "        return x * self.w.to(x.device)"},
	{"products", "a = torch.ones(2, 3)", "b = torch.ones(4, 3)\nc = a @ b",
		"product", "a@Cell In[2]:1 b@Cell In[3]:1", "Dimension 1 of `a` has 3, dimension 0 of `b` has 4", "`a` 的第 1 维是 3，`b` 的第 0 维是 4", "c = a @ b.T"},
	{"a layer", "net = torch.nn.Linear(784, 10)", "net(torch.ones(64, 28))", "product", "?@:0 net.weight@Cell In[2]:1", "takes 784 numbers in each row", "每行要 784 个数", ""},
	{"broadcasting", "p = torch.ones(2, 3)", "q = torch.ones(2, 4)\np + q", "broadcast", "p@Cell In[2]:1 q@Cell In[3]:1", "Dimension 1 of `p` has 3, dimension 1 of `q` has 4", "`q` 的第 1 维是 4", ""},
	{"broadcasting of different ranks", "p = torch.ones(5, 2, 3)", "q = torch.ones(4, 1)\np * q", "broadcast", "p@Cell In[2]:1 q@Cell In[3]:1", "Dimension 1 of `p` has 2, dimension 0 of `q` has 4", "`p` 的第 1 维是 2", ""},
	{"joining", "p = torch.ones(2, 3)", "q = torch.ones(2, 4)\ntorch.cat([p, q])", "join", "p@Cell In[2]:1 q@Cell In[3]:1", "Dimension 1 of `p` has 3, of `q` 4", "沿第 0 维拼接", ""},
	{"counting", "p = torch.ones(2, 3)", "p.reshape(4, 2)", "count", "p@Cell In[2]:1", "6 elements (2×3)", "`p` 有 6 个元素", ""},
	{"views", "p = torch.ones(2, 3).T", "r = p.view(6)", "view", "p@Cell In[2]:1", "reshape copies", "换成 `reshape`", "r = p.reshape(6)"},
	{"types", "p = torch.ones(2, 2)", "q = torch.ones(2, 2, dtype=torch.float64)\nr = p @ q", "dtype", "p@Cell In[2]:1 q@Cell In[3]:1", "`p` holds torch.float32 and `q` holds torch.float64", "同一种类型", "r = p @ q.to(torch.float32)"},
	{"types of a layer", "net = torch.nn.Linear(2, 1)", "q = torch.ones(2, 2, dtype=torch.float64)\nnet(q)", "dtype", "q@Cell In[3]:1 net.weight@Cell In[2]:1", "`net.weight` holds torch.float32", "`q` 的元素是 torch.float64", "net(q.to(torch.float32))"},
	{"NumPy", "p = torch.ones(3, device='cuda')", "n = p.numpy()", "numpy", "p@Cell In[2]:1", "NumPy reaches the host's memory only", "NumPy 只能访问主机内存", "n = p.cpu().numpy()"},
	{"NumPy, asked by itself", "import numpy as np\np = torch.ones(3, device='cuda')", "n = np.asarray(p)", "numpy", "p@Cell In[2]:2", "`p` lives on cuda:0", "`p` 在 cuda:0 上", "n = np.asarray(p.cpu())"},
	{"NumPy and gradients", "p = torch.ones(3, requires_grad=True)", "n = p.numpy()", "detach", "p@Cell In[2]:1", "takes part in gradients", "参与梯度计算", "n = p.detach().numpy()"},
	{"a leaf", "w = torch.ones(3, requires_grad=True)", "w -= 0.1", "leaf", "w@Cell In[2]:1", "`w` is where gradients end up", "叶子张量", "with torch.no_grad():\n    w -= 0.1"},
	{"what backward needs", "w = torch.ones(3, requires_grad=True)", "y = w.exp()\ny += 1\ny.sum().backward()", "saved", "y@Cell In[3]:2", "changed it in place since", "原地修改", ""},
	{"backward twice", "w = torch.ones(3, requires_grad=True)\ns = (w * w).sum()\ns.backward()", "s.backward()", "twice", "", "gave up what the computation had saved", "retain_graph=True", ""},
	{"no gradient", "s = torch.ones(3).sum()", "s.backward()", "no-grad", "s@Cell In[2]:1", "requires a gradient", "requires_grad=True", ""},
	{"not one number", "w = torch.ones(3, requires_grad=True)", "y = w * 2\ny.backward()", "scalar", "y@Cell In[3]:1", "begins at one number, and `y` is 3", "从一个数开始", "y.sum().backward()"},
	{"a name", "weights = 3", "print(wieghts)", "name", "", "there is `weights` (cell 2, line 1)", "`weights`（第 2 格第 1 行）", "print(weights)"},
	{"a name that nothing has", "", "print(entirely_unknown)", "name", "", "Nothing that has run so far defines `entirely_unknown`", "先运行定义它的那一格", ""},
	{"a local name", "total = 0", "def add():\n    total = total + 1\nadd()", "local-name", "", "say `global total` first", "先写 `global total`", ""},
	{"out of memory", "big = torch.empty(2 * 2**30, dtype=torch.uint8, device='cuda')\nsmall = [torch.empty(2**20, device='cuda')]", "def f():\n    mine = torch.empty(2**30, dtype=torch.uint8, device='cuda')\n    return torch.empty(2 * 2**30, dtype=torch.uint8, device='cuda')\nf()",
		"out-of-memory", "big@:0 mine@:0 small[0]@:0", "`del big` gives 2 GiB back", "`del big` 可以腾出 2 GiB", ""},
	{"an index", "x = torch.arange(5)", "x[7]", "tensor-index", "x@Cell In[2]:1", "its indices go from 0 to 4", "下标是 0 到 4", ""},
	{"an index of the second dimension", "x = torch.ones(2, 3)", "def f(t):\n    return t[1, 3]\nf(x)", "tensor-index", "t@Cell In[3]:3", "Dimension 1 of `t` has 3", "`t` 的第 1 维是 3", ""},
	{"too many indices", "x = torch.ones(2, 3)", "x[0, 0, 0]", "indices", "x@Cell In[2]:1", "as many indices as it has dimensions, 2", "也就是 2 个", ""},
	{"a single number", "s = torch.ones(3).sum()", "v = s[0]", "elements", "s@Cell In[2]:1", "a single number", "只是一个数", "v = s.item()"},
	{"an embedding", "table = torch.nn.Embedding(10, 3)", "ids = torch.tensor([1, 12])\ntable(ids)", "rows", "table.weight@Cell In[2]:1 ids@Cell In[3]:1", "numbers in `ids` choose along dimension 0 of `table.weight`, which has 10", "0 到 9", ""},
	{"a dimension", "x = torch.ones(2, 3)", "x.sum(dim=2)", "dimension", "", "2 dimensions", "有 2 维", ""},
	{"an index of an array", "import numpy as np\na = np.zeros((2, 3))", "a[0, 3]", "array-index", "", "Axis 1 of `a` has 3", "`a` 的第 1 轴是 3", ""},
	{"an item", "names = ['a', 'b', 'c']", "print(names[3])", "index", "", "indices go from 0 to 2", "下标是 0 到 2", "print(names[-1])"},
	{"an item in a function", "", "def last(xs):\n    return xs[len(xs)]\nlast((1, 2))", "index", "", "`xs` has 2 items", "`xs` 有 2 个元素", ""},
	{"an item of nothing", "xs = []", "xs[0]", "index", "", "`xs` is empty", "`xs` 是空的", ""},
	{"an item of one", "xs = 'a'", "xs[2]", "index", "", "its only index is 0", "下标只能是 0", ""},
	{"assigning to an item", "xs = [1, 2]", "xs[2] = 3", "index", "", "`append` adds one", "用 `append`", ""},
	{"taking an item", "xs = [1, 2]", "xs.pop(5)", "index", "", "`xs` has 2 items", "`xs` 有 2 个元素", ""},
	{"a key", "config = {'learning_rate': 0.1}", "def f(c):\n    return c['lerning_rate']\nf(config)", "key", "", "`c` has no key `'lerning_rate'`, but it has `'learning_rate'`", "但是有 `'learning_rate'`", "    return c['learning_rate']"},
	{"a key in double quotes", "config = {'learning_rate': 0.1}", "config[\"lerning_rate\"]", "key", "", "but it has", "但是有", "config[\"learning_rate\"]"},
	{"a key that is a number", "d = {'1': 'a'}", "d[1]", "key", "", "but it has `'1'`", "但是有 `'1'`", "d['1']"},
	{"a key that only stands in a name", "d1 = {'1': 'a'}\nk = 1", "d1[k]", "key", "", "but it has `'1'`", "但是有 `'1'`", ""},
	{"an index between spaces", "names = ['a', 'b', 'c']", "names[ 3 ]", "index", "", "go from 0 to 2", "下标是 0 到 2", "names[-1]"},
	{"a key that is nowhere near", "d = {'a': 1, 'b': 2}", "d['weights']", "key", "", "Its keys are `'a'`, `'b'`", "它的键有：`'a'`, `'b'`", ""},
	{"a key of nothing", "d = {}", "d.pop('a')", "key", "", "`d` is empty", "`d` 是空的", ""},
	{"an attribute of a module", "", "w = torch.zeroes(3)", "attribute", "", "`torch` has nothing called `zeroes`, but it has `zeros`", "但是有 `zeros`", "w = torch.zeros(3)"},
	{"an attribute of a net", "class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layer = torch.nn.Linear(2, 2)\n    def forward(self, x):\n        return self.leyer(x)", "Net()(torch.ones(1, 2))", "attribute", "", "`self`, of type `Net`, has nothing called `leyer`", "类型是 `Net`", "        return self.layer(x)"},
	{"an attribute that nothing is near", "x = torch.ones(3)", "x.blubber", "attribute", "", "`dir(…)` lists", "`dir(…)` 会列出", ""},
	{"an attribute of nothing", "def f(): pass\ny = f()", "y.shape", "attribute", "", "`y` is None", "`y` 是 None", ""},
	{"the shape of a list", "xs = [1, 2]", "xs.shape", "attribute", "", "A list is no tensor", "list 不是张量", ""},
	{"appending to a tensor", "x = torch.ones(3)", "x.append(1)", "attribute", "", "`torch.stack`", "不会变长", ""},
	{"moving an array", "import numpy as np\na = np.zeros(3)", "a.to('cuda')", "attribute", "", "`torch.from_numpy(…)`", "`torch.from_numpy(…)`", ""},
	{"the gradient of a number", "loss = torch.ones(1).item()", "loss.backward()", "attribute", "", "leave out `.item()`", "去掉前面的 `.item()`", ""},
	{"a module without its tables", "", "class M(torch.nn.Module):\n    def __init__(self):\n        self.l = torch.nn.Linear(2, 2)\nM()", "super", "", "`super().__init__()` makes", "第一行", ""},
	{"a missing argument", "def f(a, b, c=1):\n    return a", "f(1)", "arguments", "", "Nothing is given for `b`. It is called as `f(a, b, c=1)`", "没有给 `b` 传值", ""},
	{"a missing argument of a layer", "", "torch.nn.Linear(10)", "arguments", "", "given for `out_features`. It is called as `Linear(in_features, out_features", "没有给 `out_features` 传值", ""},
	{"arguments without self", "class A:\n    def m(x):\n        return x", "A().m(1)", "arguments", "", "begin with `self`", "第一个参数要写 `self`", ""},
	{"too many arguments", "def f(a): pass", "f(1, 2)", "arguments", "", "More values are given than there are parameters to take them. It is called as `f(a)`", "传的值比参数多", ""},
	{"too many arguments of a net", "class N(torch.nn.Module):\n    def forward(self, x):\n        return x", "n = N()\nn(1, 2)", "arguments", "", "`self`, is counted, too", "也算一个", ""},
	{"a keyword", "def fit(epochs, learning_rate=0.1): pass", "fit(3, learning_rat=1)", "arguments", "", "no parameter `learning_rat`", "没有参数 `learning_rat`", "fit(3, learning_rate=1)"},
	{"an argument given twice", "def f(a, b): pass", "f(1, a=2)", "arguments", "", "`a` is given twice", "`a` 传了两次", ""},
	{"a method of a class", "class A:\n    def m(self): pass", "A.m()", "arguments", "", "Make an object first: `A()`", "先造一个对象：`A()`", ""},
	{"the session's memory", "big = bytearray(300 * 2**20)", "more = [0] * 10**9", "session-memory", "", "`big` (300 MiB)", "`del big` 可以腾出", ""},
	{"an indent", "", "def f():\nreturn 1", "syntax", "", "four spaces", "四个空格", ""},
	{"an unexpected indent", "", "x = 1\n  y = 2", "syntax", "", "opens no block", "行首多余的空格", ""},
	{"a wrong dedent", "", "if x:\n    y = 1\n  z = 2", "syntax", "", "none of the blocks", "对不上", ""},
	{"tabs", "", "if x:\n\ty = 1\n        z = 2", "syntax", "", "tabs", "制表符", ""},
	{"a colon", "", "if x\n    y = 1", "syntax", "", "A `:` is missing", "少了 `:`", ""},
	{"try", "", "try:\n    x\ny", "syntax", "", "`except:`", "`finally:`", ""},
	{"(", "", "print((1, 2)", "syntax", "", "This `(`", "`)`", ""},
	{"[", "", "x = [1, 2", "syntax", "", "This `[`", "`]`", ""},
	{"{", "", "x = {1: 2", "syntax", "", "This `{`", "`}`", ""},
	{")", "", "x = 1)", "syntax", "", "one closing bracket too many", "多了一个右括号", ""},
	{"(]", "", "x = (1]", "syntax", "", "another kind", "种类对不上", ""},
	{"a quote", "", "x = 'abc", "syntax", "", "closing quote", "引号", ""},
	{"a comma", "", "x = [1 2]", "syntax", "", "side by side", "紧挨在一起", ""},
	{"= in a condition", "", "if x = 3: pass", "syntax", "", "To compare, write `==`", "请写 `==`", ""},
	{"= after a value", "", "5 = x", "syntax", "", "left of `=`", "左边", ""},
	{"print", "", "print 'a'", "syntax", "", "`print` is a function", "括号里", ""},
	{"return", "", "return 5", "syntax", "", "belongs into a function", "只能写在函数里", ""},
	{"break", "", "break", "syntax", "", "loop", "循环里", ""},
	{"a full-width sign", "", "a = (x，2)", "syntax", "", "Full-width", "全角", ""},
	{"a digit", "", "3x = 1", "syntax", "", "begin with a digit", "数字开头", ""},
	{"arguments", "", "f(x=1, 2)", "syntax", "", "stand behind", "后面", ""},
	{"f-strings", "", "f'{x'", "syntax", "", "f-string", "f-string", ""},
	{"anything else", "", "x = 3 +", "syntax", "", "marked place", "标出的地方", ""},
}

func TestErrorsAreExplained(t *testing.T) {
	for _, c := range explained {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, lang := range []string{"en", "zh"} {
				ev := open(t, "sim:2,memory=4GiB", eval.Config{})
				codes := []string{"import torch"}
				if codes = append(codes, c.before, c.cell); c.before == "" {
					codes[1] = "pass"
				}
				var r *recorder
				for i, code := range codes {
					r = &recorder{}
					ev.Run(session.Run{RID: fmt.Sprint(i), Cell: fmt.Sprint("cell", i+1), Code: code, Count: i + 1, Lang: lang}, r)
					if b := find[wire.ErrorBody](r); b != nil && i < 2 {
						t.Fatal(b.Text)
					}
				}
				b := find[wire.ErrorBody](r)
				if b == nil || b.Explain == nil || b.Explain.Code != c.code {
					t.Fatalf("explained as %+v", b)
				}
				if room := b.Explain.Room; (c.code == "out-of-memory") != (room != nil) || room != nil && *room != (wire.Room{Asked: 2 << 30, Free: 1<<30 - 4<<20 - 300<<20, Total: 4 << 30}) {
					t.Errorf("room: %+v", room)
				}
				checkExplained(t, b.Explain, c.operands, map[string]string{"en": c.en, "zh": c.zh}[lang], c.fix)
				if got := clashOf(b.Explain); got != clashing[c.name] {
					t.Errorf("clash: %q, want %q", got, clashing[c.name])
				}
			}
		})
	}
}

func checkExplained(t *testing.T, ex *wire.Explanation, operands, words, fix string) {
	t.Helper()
	said := ex.Summary
	code := ""
	if ex.Fix != nil {
		said += " " + ex.Fix.Text
		code = ex.Fix.Code
	}
	if ok, err := regexp.MatchString(strings.ReplaceAll(regexp.QuoteMeta(words), `\|`, "|"), said); !ok || err != nil {
		t.Errorf("%q is not in %q", words, said)
	}
	if strings.Contains(said, "%!") {
		t.Errorf("badly filled in: %s", said)
	}
	var got []string
	for _, o := range ex.Operands {
		name := o.Name
		if name == "" {
			name = "?"
		}
		got = append(got, fmt.Sprintf("%s@%s:%d", name, o.File, o.Line))
	}
	if g := strings.Join(got, " "); g != operands {
		t.Errorf("operands %s, want %s", g, operands)
	}
	if code != fix {
		t.Errorf("fix %q, want %q", code, fix)
	}
}

// clashing are the sizes that do not fit, by name of a row of explained.
var clashing = map[string]string{
	"products":                         "3 of a, 4 of b",
	"a layer":                          "28 of ?, 784 of net.weight",
	"broadcasting":                     "3 of p, 4 of q",
	"broadcasting of different ranks":  "2 of p, 4 of q",
	"joining":                          "3 of p, 4 of q",
	"an index":                         "5 of x",
	"an index of the second dimension": "3 of t",
}

func clashOf(ex *wire.Explanation) string {
	var list []string
	for i, d := range ex.Clash {
		if d >= 0 {
			list = append(list, fmt.Sprintf("%d of %s", ex.Operands[i].Shape[d], cmp.Or(ex.Operands[i].Name, "?")))
		}
	}
	return strings.Join(list, ", ")
}
