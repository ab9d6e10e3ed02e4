package advice

import (
	"fmt"
	"slices"
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/tensor"
	"gputour/engine/wire"
)

// This file says what to do about a tensor operation that failed, by its reason.

// advice has a rule for each reason that we have something to say about.
var advice = map[tensor.Reason]func(*Failure) *wire.Explanation{
	tensor.OtherDevice: adviseDevices, tensor.OtherDType: adviseTypes,
	tensor.InnerSizes: adviseProduct, tensor.Broadcasting: adviseBroadcast, tensor.JoinedSizes: adviseJoin,
	tensor.ElementCount: adviseCount, tensor.NotViewable: adviseView,
	tensor.OnGPU: adviseNumpy, tensor.TracksGrad: adviseDetach,
	tensor.ChangedLeaf: adviseLeaf, tensor.ChangedSaved: adviseSaved, tensor.BackwardTwice: adviseTwice,
	tensor.NoGrad: adviseNoGrad, tensor.NotScalar: adviseScalar,
	tensor.OutsideIndex: adviseIndex, tensor.TooManyIndices: adviseIndices, tensor.NoElements: adviseElements,
	tensor.OutsideRows: adviseRows, tensor.NoDimension: adviseDimension,
}

// nameless are the reasons of which something can be said without an operand.
var nameless = []tensor.Reason{tensor.BackwardTwice, tensor.NoDimension}

// explainFault explains a failed tensor operation.
func explainFault(f *Failure) *wire.Explanation {
	if f.Seen == nil {
		return nil
	}
	rule := advice[f.Fault.Reason]
	if rule == nil || len(f.Seen.Operands) == 0 && !slices.Contains(nameless, f.Fault.Reason) {
		return nil
	}
	ex := rule(f)
	if ex != nil {
		ex.Operands, ex.Lesson = f.Seen.Operands, lessonOf[ex.Code]
	}
	return ex
}

// adviseDevices: operands of one operation live on different devices.
func adviseDevices(f *Failure) *wire.Explanation {
	a, b := -1, -1
	for i, c := range f.Seen.Operands {
		if c.Device != f.Seen.Operands[0].Device {
			a, b = 0, i
			break
		}
	}
	if a < 0 {
		return nil
	}
	if f.Seen.Operands[b].Device != "cpu" && f.Seen.Operands[a].Device == "cpu" {
		a, b = b, a // move to the GPU rather than away from it
	}
	stay, move := f.Seen.Operands[a], f.Seen.Operands[b]
	sum := Words{"%s lives on %s and %s on %s. One operation needs all its tensors on one device: PyTorch never moves them by itself, because a copy costs time.",
		"%s 在 %s 上，而 %s 在 %s 上。一次运算要求所有张量在同一个设备上：搬运要花时间，所以 PyTorch 从不自动搬运。"}
	return &wire.Explanation{
		Code:    "cross-device",
		Summary: f.say(sum, f.named(stay), stay.Device, f.named(move), move.Device),
		Fix:     f.moveTo(move, stay, f.module(b)),
	}
}

// moveTo proposes to copy a tensor, or the module that it belongs to, to where another is.
func (f *Failure) moveTo(move, stay wire.Tensor, module string) *wire.Fix {
	if module != "" && !strings.HasPrefix(stay.Name, module+".") {
		line := f.line()
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		text := f.say(Words{"Move the whole of `%s` to %s first.", "先把整个 `%s` 搬到 %s。"}, module, stay.Device)
		if line == "" || strings.HasPrefix(module, "self") {
			return f.rewrite(text, "")
		}
		return f.rewrite(text, indent+module+".to("+quoteDouble(stay.Device)+")\n"+line)
	}
	where := quoteDouble(stay.Device)
	if _, plain := replaceName(f.line(), stay.Name, ""); plain {
		where = stay.Name + ".device"
	}
	text := f.say(Words{"Copy %s to %s first.", "先把 %s 复制到 %s。"}, f.named(move), stay.Device)
	return f.replace(text, move.Name, move.Name+".to("+where+")")
}

func quoteDouble(s string) string { return `"` + s + `"` }

// adviseTypes: operands have element types that do not go together.
func adviseTypes(f *Failure) *wire.Explanation {
	if len(f.Seen.Operands) < 2 || f.Seen.Operands[0].DType == f.Seen.Operands[1].DType {
		return nil
	}
	a, b := f.Seen.Operands[0], f.Seen.Operands[1]
	if f.module(0) != "" && f.module(1) == "" {
		a, b = b, a // the module stays as it is
	}
	if f.module(1) != "" {
		a, b = b, a
	}
	return &wire.Explanation{
		Code: "dtype",
		Summary: f.say(Words{"%s holds %s and %s holds %s; this operation wants one type.",
			"%s 的元素是 %s，而 %s 的元素是 %s；这个运算要求同一种类型。"}, f.named(a), a.DType, f.named(b), b.DType),
		Fix: f.replace(f.say(Words{"Convert one of them: `.to(%s)`.", "转换其中一个：`.to(%s)`。"}, a.DType), b.Name, b.Name+".to("+a.DType+")"),
	}
}

// adviseProduct: the inner sizes of a matrix product differ.
func adviseProduct(f *Failure) *wire.Explanation {
	if len(f.Seen.Operands) < 2 || len(f.Seen.Operands[0].Shape) == 0 || len(f.Seen.Operands[1].Shape) == 0 {
		return nil
	}
	a, b := f.Seen.Operands[0], f.Seen.Operands[1]
	last, first := len(a.Shape)-1, max(len(b.Shape)-2, 0)
	ex := &wire.Explanation{Code: "product", Summary: f.say(Words{
		"A matrix product pairs the last dimension of the first operand with the one before last of the second. Dimension %d of %s has %d, dimension %d of %s has %d: they must be equal.",
		"矩阵乘法把第一个操作数的最后一维与第二个操作数的倒数第二维配对。%[2]s 的第 %[1]d 维是 %[3]d，%[5]s 的第 %[4]d 维是 %[6]d：这两个数必须相等。"},
		last, f.named(a), a.Shape[last], first, f.named(b), b.Shape[first]), Clash: f.clash(0, last, 1, first)}
	if m := f.module(1); m != "" && len(b.Shape) == 2 {
		ex.Summary += " " + f.say(Words{"A layer with this weight takes %d numbers in each row.", "权重是这个形状的层，每行要 %d 个数。"}, b.Shape[first])
		return ex
	}
	turn := Words{"Transpose %s, if its rows and columns are the wrong way round.", "如果 %s 的行和列弄反了，就把它转置。"}
	switch {
	case len(b.Shape) == 2 && a.Shape[last] == b.Shape[1]:
		ex.Fix = f.replace(f.say(turn, f.named(b)), b.Name, b.Name+".T")
	case len(a.Shape) == 2 && a.Shape[0] == b.Shape[first]:
		ex.Fix = f.replace(f.say(turn, f.named(a)), a.Name, a.Name+".T")
	}
	return ex
}

// clash says that dimension da of operand a does not fit dimension db of operand b.
func (f *Failure) clash(a, da, b, db int) []int {
	list := make([]int, len(f.Seen.Operands))
	for i := range list {
		list[i] = -1
	}
	list[a], list[b] = da, db
	return list
}

// adviseBroadcast: sizes that are neither equal nor 1 meet in an elementwise operation.
func adviseBroadcast(f *Failure) *wire.Explanation {
	rank := 0
	for _, c := range f.Seen.Operands {
		rank = max(rank, len(c.Shape))
	}
	// at is the dimension of a tensor that meets dimension At of the result, -1 for none
	at := func(c wire.Tensor) int { return f.Fault.At - (rank - len(c.Shape)) }
	for i, a := range f.Seen.Operands {
		for j, b := range f.Seen.Operands[i+1:] {
			da, db := at(a), at(b)
			if da < 0 || db < 0 || a.Shape[da] == b.Shape[db] || a.Shape[da] == 1 || b.Shape[db] == 1 {
				continue
			}
			return &wire.Explanation{Code: "broadcast", Summary: f.say(Words{
				"Shapes are compared from the last dimension on, and two sizes go together if they are equal or one of them is 1. Dimension %d of %s has %d, dimension %d of %s has %d.",
				"形状从最后一维开始比较，两个大小相等，或者其中一个是 1，才能配在一起。%[2]s 的第 %[1]d 维是 %[3]d，%[5]s 的第 %[4]d 维是 %[6]d。"},
				da, f.named(a), a.Shape[da], db, f.named(b), b.Shape[db]), Clash: f.clash(i, da, i+1+j, db)}
		}
	}
	return nil
}

// adviseJoin: tensors to be joined differ in another dimension than that.
func adviseJoin(f *Failure) *wire.Explanation {
	a, b := f.Seen.Operands[0], f.Seen.Operands[len(f.Seen.Operands)-1]
	for d := range a.Shape {
		if d != f.Fault.At && d < len(b.Shape) && a.Shape[d] != b.Shape[d] {
			return &wire.Explanation{Code: "join", Summary: f.say(Words{
				"Tensors that are joined along dimension %d must agree in all others. Dimension %d of %s has %d, of %s %d.",
				"沿第 %d 维拼接的张量，其他各维必须相同。%[3]s 的第 %[2]d 维是 %[4]d，%[5]s 的是 %[6]d。"},
				f.Fault.At, d, f.named(a), a.Shape[d], f.named(b), b.Shape[d]), Clash: f.clash(0, d, len(f.Seen.Operands)-1, d)}
		}
	}
	return nil
}

// adviseCount: a shape for another number of elements.
func adviseCount(f *Failure) *wire.Explanation {
	x := f.Seen.Operands[0]
	n := 1
	for _, size := range x.Shape {
		n *= size
	}
	return &wire.Explanation{Code: "count",
		Summary: f.say(Words{"%s has %d elements (%s), and another shape must have as many: its sizes, multiplied, give %d.",
			"%s 有 %d 个元素（%s），换成别的形状也要这么多：各个大小相乘必须等于 %d。"}, f.named(x), n, Sizes(x.Shape), n),
		Fix: &wire.Fix{Text: f.say(Words{"Write -1 for one of the sizes to have it worked out.", "把其中一个大小写成 -1，PyTorch 会自己算出它。"})}}
}

// adviseView: memory that does not lie as a view needs it.
func adviseView(f *Failure) *wire.Explanation {
	line := f.line()
	return &wire.Explanation{Code: "view",
		Summary: f.say(Words{"%s looks at its memory in another order than it lies in, as after `.T` or `.permute()`. A view copies nothing, so that shape is out of its reach; reshape copies where it must.",
			"%s 看内存的顺序与数据存放的顺序不同，例如经过了 `.T` 或 `.permute()`。view 从不复制数据，所以做不成这个形状；reshape 必要时会复制。"}, f.named(f.Seen.Operands[0])),
		Fix: f.rewrite(f.say(Words{"Use `reshape` instead of `view`.", "把 `view` 换成 `reshape`。"}), strings.ReplaceAll(line, ".view(", ".reshape("))}
}

// adviseNumpy: NumPy knows the host's memory only.
func adviseNumpy(f *Failure) *wire.Explanation {
	x := f.Seen.Operands[0]
	return &wire.Explanation{Code: "numpy",
		Summary: f.say(Words{"%s lives on %s, and NumPy reaches the host's memory only. PyTorch does not copy it there unasked, because that costs time.",
			"%s 在 %s 上，而 NumPy 只能访问主机内存。复制要花时间，所以 PyTorch 不会擅自复制。"}, f.named(x), x.Device),
		Fix: f.replace(f.say(Words{"Copy it to the host first.", "先把它复制到主机。"}), x.Name, x.Name+".cpu()")}
}

// adviseDetach: NumPy would lose the gradient.
func adviseDetach(f *Failure) *wire.Explanation {
	x := f.Seen.Operands[0]
	return &wire.Explanation{Code: "detach",
		Summary: f.say(Words{"%s takes part in gradients (requires_grad), and what NumPy computes leaves no trace for backward().",
			"%s 参与梯度计算（requires_grad），而 NumPy 算出的东西不会给 backward() 留下记录。"}, f.named(x)),
		Fix: f.replace(f.say(Words{"Cut it off from gradients first, if that is meant.", "如果本来就不需要梯度，先把它分离出来。"}), x.Name, x.Name+".detach()")}
}

// adviseLeaf: a parameter is changed in place while gradients are recorded.
func adviseLeaf(f *Failure) *wire.Explanation {
	line := f.line()
	body := strings.TrimLeft(line, " \t")
	indent := line[:len(line)-len(body)]
	code := ""
	if body != "" && !strings.HasSuffix(strings.TrimSpace(body), ":") {
		code = indent + "with torch.no_grad():\n" + indent + "    " + body
	}
	return &wire.Explanation{Code: "leaf",
		Summary: f.say(Words{"%s is where gradients end up (a leaf that requires grad). Changing it in place would be part of the computation that it is the input of.",
			"%s 是梯度最终落到的地方（需要梯度的叶子张量）。原地修改它，等于把修改也算进以它为输入的计算里。"}, f.named(f.Seen.Operands[0])),
		Fix: f.rewrite(f.say(Words{"An update, as an optimizer does it, is made without recording.", "像优化器那样更新参数，要在不记录梯度的情况下进行。"}), code)}
}

// adviseSaved: what backward needs has been changed.
func adviseSaved(f *Failure) *wire.Explanation {
	return &wire.Explanation{Code: "saved",
		Summary: f.say(Words{"backward() needs %s as it was when it was used. Something has changed it in place since: `+=`, a method that ends in `_`, or an assignment to `[…]`.",
			"backward() 需要 %s 在参与计算时的值，但之后它被原地修改了：可能是 `+=`、名字以 `_` 结尾的方法，或者对 `[…]` 赋值。"}, f.named(f.Seen.Operands[0])),
		Fix: &wire.Fix{Text: f.say(Words{"Make a new tensor instead: `x = x + 1`, not `x += 1`.", "改成产生新的张量：写 `x = x + 1`，不写 `x += 1`。"})}}
}

// adviseTwice: backward through a graph that was given up.
func adviseTwice(f *Failure) *wire.Explanation {
	return &wire.Explanation{Code: "twice",
		Summary: f.say(Words{"The first backward() gave up what the computation had saved, to free memory.", "第一次 backward() 已经把计算时保存的东西释放了，好腾出内存。"}),
		Fix:     &wire.Fix{Text: f.say(Words{"Compute the result again before the next backward(), or pass `retain_graph=True` to the first.", "在下一次 backward() 之前重新计算结果，或者给第一次传 `retain_graph=True`。"})}}
}

// adviseNoGrad: backward from what requires no gradient.
func adviseNoGrad(f *Failure) *wire.Explanation {
	return &wire.Explanation{Code: "no-grad",
		Summary: f.say(Words{"Nothing that %s was computed from requires a gradient, or it was computed under torch.no_grad() or detached since.",
			"用来计算 %s 的张量没有一个需要梯度，或者它是在 torch.no_grad() 里算出来的，又或者后来被 detach 了。"}, f.named(f.Seen.Operands[0])),
		Fix: &wire.Fix{Text: f.say(Words{"Make the tensors whose gradients you want with `requires_grad=True`.", "创建想求梯度的张量时，写上 `requires_grad=True`。"})}}
}

// adviseScalar: backward from more than one number.
func adviseScalar(f *Failure) *wire.Explanation {
	x := f.Seen.Operands[0]
	return &wire.Explanation{Code: "scalar",
		Summary: f.say(Words{"backward() begins at one number, and %s is %s. Say which number you mean, for instance the sum.",
			"backward() 要从一个数开始，而 %s 的形状是 %s。要先说明是哪个数，例如它们的和。"}, f.named(x), Sizes(x.Shape)),
		Fix: f.replace(f.say(Words{"Begin at the sum.", "从总和开始。"}), x.Name, x.Name+".sum()")}
}

// adviseIndex: a subscript outside one dimension.
func adviseIndex(f *Failure) *wire.Explanation {
	x, d := f.Seen.Operands[0], f.Fault.At
	if d >= len(x.Shape) {
		return nil
	}
	n := x.Shape[d]
	ex := &wire.Explanation{Code: "tensor-index", Clash: f.clash(0, d, 0, d), Summary: f.say(Words{
		"Dimension %d of %s has %d, and counting begins at 0: its indices go from 0 to %d, and -1 is the last.",
		"%[2]s 的第 %[1]d 维是 %[3]d。编号从 0 开始，所以下标是 0 到 %[4]d；-1 是最后一个。"}, d, f.named(x), n, n-1)}
	if n == 0 {
		ex.Summary = f.say(Words{"Dimension %d of %s has 0: nothing lies along it.", "%[2]s 的第 %[1]d 维是 0：这一维上什么也没有。"}, d, f.named(x))
	}
	return ex
}

// adviseIndices: more subscripts than dimensions.
func adviseIndices(f *Failure) *wire.Explanation {
	x := f.Seen.Operands[0]
	return &wire.Explanation{Code: "indices", Summary: f.say(Words{
		"%s has the shape %s: it takes as many indices as it has dimensions, %d, and here are more.",
		"%s 的形状是 %s：它有几维就最多写几个下标，也就是 %d 个，这里写多了。"}, f.named(x), Sizes(x.Shape), len(x.Shape))}
}

// adviseElements: a subscript of a tensor that is one number.
func adviseElements(f *Failure) *wire.Explanation {
	x := f.Seen.Operands[0]
	return &wire.Explanation{Code: "elements",
		Summary: f.say(Words{"%s is a single number, a tensor without dimensions, and has nothing to choose from.", "%s 只是一个数，是没有维度的张量，里面没有可以选的。"}, f.named(x)),
		Fix:     f.replaceSubscript(f.say(Words{"`.item()` takes the number out.", "`.item()` 取出这个数。"}), ".item()")}
}

// adviseRows: a tensor of indices chooses rows that are not there, as of an embedding.
func adviseRows(f *Failure) *wire.Explanation {
	x, d := f.Seen.Operands[0], f.Fault.At
	if len(f.Seen.Operands) < 2 || d >= len(x.Shape) {
		return nil
	}
	return &wire.Explanation{Code: "rows", Summary: f.say(Words{
		"The numbers in %s choose along dimension %d of %s, which has %d: they may go from 0 to %d, and at least one does not.",
		"%[1]s 里的数要在 %[3]s 的第 %[2]d 维上选，这一维是 %[4]d：这些数只能是 0 到 %[5]d，而至少有一个不是。"}, f.named(f.Seen.Operands[1]), d, f.named(x), x.Shape[d], x.Shape[d]-1)}
}

// adviseDimension: an operation along a dimension that the tensor has not.
func adviseDimension(f *Failure) *wire.Explanation {
	n := f.Fault.At
	if n == 1 {
		return &wire.Explanation{Code: "dimension", Summary: f.say(Words{"This tensor has one dimension, and counting begins at 0: it is dimension 0, or -1.", "这个张量只有一维。编号从 0 开始，所以它是第 0 维，也可以写 -1。"})}
	}
	return &wire.Explanation{Code: "dimension", Summary: f.say(Words{"This tensor has %d dimensions, and counting begins at 0: they are 0 to %d, and -1 is the last.", "这个张量有 %d 维。编号从 0 开始，所以是第 0 维到第 %d 维；-1 是最后一维。"}, n, n-1)}
}

// explainMemory: a device has no room, or the host behind a simulated one.
func explainMemory(f *Failure) *wire.Explanation {
	if f.Seen == nil || f.Fault.Device == nil {
		return nil
	}
	e := f.Fault.Device
	ex := &wire.Explanation{Code: "out-of-memory", Operands: f.Seen.Largest}
	if e.Total > 0 {
		ex.Room = &wire.Room{Asked: int64(e.Bytes), Free: e.Free, Total: e.Total}
	}
	if e.Code == device.NoHostMemory {
		ex.Code = "host-memory"
		ex.Summary = f.say(Words{"The simulated GPU has room, this machine has not: gputour sets a part of its memory aside for all simulated GPUs, and this line asks for %s more than is left of it. What lies on the GPU now, largest first:",
			"模拟的 GPU 还有空间，是这台机器没有了：gputour 只拿出一部分内存给所有模拟 GPU 用，这一行要的 %s 超过了剩下的。现在 GPU 上有这些，从大到小："}, amount(int64(e.Bytes), "bytes"))
	} else {
		if !f.Exception.Class().IsSubclassOf(state.OutOfMemoryError) {
			return nil
		}
		ex.Summary = f.say(Words{"The GPU's memory is full: the %s that this line asks for do not fit beside what is there already. The largest tensors on %s:",
			"显存满了：这一行要 %s，加上已经占用的，放不下了。%s 上最大的张量："}, amount(int64(e.Bytes), "bytes"), e.Device)
	}
	ex.Fix = &wire.Fix{Text: f.freeing()}
	ex.Lesson = lessonOf[ex.Code]
	if len(f.Seen.Largest) == 0 {
		ex.Summary = strings.TrimSuffix(strings.TrimSuffix(ex.Summary, ":"), "：") + f.say(Words{": none.", "：没有。"})
	}
	return ex
}

// freeing says which name to delete, and what that gives back.
func (f *Failure) freeing() string {
	small := Words{"Use smaller batches, or a smaller type such as torch.float16.", "减小批量，或者换用更小的类型，例如 torch.float16。"}
	for _, t := range f.Seen.Largest {
		if _, ok := f.Globals.Get(t.Name); t.Name != "" && ok {
			return f.say(Words{"`del %s` gives %s back, if it is no longer needed. ", "如果不再需要，`del %s` 可以腾出 %s。"}, t.Name, amount(t.Bytes, "bytes")) + f.say(small)
		}
	}
	for _, t := range f.Seen.Largest {
		if i := strings.IndexAny(t.Name, ".["); i > 0 {
			return f.say(Words{"`%s` holds %s; `del %s` gives all that it holds back. ", "`%s` 占了 %s；`del %s` 会把它占的都腾出来。"}, t.Name, amount(t.Bytes, "bytes"), t.Name[:i]) + f.say(small)
		}
	}
	return f.say(small)
}

// fault reports whether the exception is of a class.
func (f *Failure) is(c *object.Class) bool { return c.Is(f.Exception.Value()) }

// cellWords names a place in a sentence.
func (f *Failure) cellWords(o Origin) string {
	var n int
	if _, err := fmt.Sscanf(o.File, "Cell In[%d]", &n); err != nil {
		return o.File
	}
	return f.say(Words{"cell %d, line %d", "第 %d 格第 %d 行"}, n, o.Line)
}
