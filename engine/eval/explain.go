package eval

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"gputour/engine/object"
	"gputour/engine/pylib/torch"
	"gputour/engine/tensor"
	"gputour/engine/wire"
)

// This file holds all that we say to a learner in our own words: what an error
// means, what to do about it, and which limit was reached. A rule looks at types and
// tensors; no rule reads an error's text.

// words are one text in the two languages of the course.
type words struct{ en, zh string }

// in returns the text in a language, English where the language is unknown.
func (w words) in(lang string, args ...any) string {
	text := w.en
	if lang == "zh" {
		text = w.zh
	}
	return fmt.Sprintf(text, args...)
}

// lessonOf is where the course explains an error, as lesson#section.
var lessonOf = map[string]string{
	"cross-device": "placement#mixing",
}

// LessonLinks lists the places in the course that explanations point to.
func LessonLinks() []string { return slices.Sorted(maps.Values(lessonOf)) }

// failure is what a rule looks at.
type failure struct {
	e       *Evaluator
	x       *object.Exception
	lang    string
	frame   *wire.Frame // the innermost frame of the learner's code; nil for none
	operand []*tensor.Tensor
}

// rules are tried in order; the first that answers explains the error.
var rules = []func(*failure) *wire.Explanation{explainExit, explainDevices, explainMemory, explainTypes, explainShapes}

// explain returns our word on an exception, or nil.
func (e *Evaluator) explain(a *active, x *object.Exception, frames []wire.Frame) *wire.Explanation {
	f := &failure{e: e, x: x, lang: a.Lang}
	for i := range frames {
		if frames[i].User {
			f.frame = &frames[i]
		}
	}
	if e.config.Explain != nil {
		if w := e.config.Explain(a.thread, x); w != nil {
			return &wire.Explanation{Code: w.Code, Args: w.Args, Summary: w.Text}
		}
	}
	if text, ok := message(x); ok {
		if fault := torch.LastFault(e.session, text); fault != nil {
			f.operand = fault.Tensors
		}
	}
	for _, rule := range rules {
		if ex := rule(f); ex != nil {
			return ex
		}
	}
	return nil
}

// message is the only argument of an exception, when that is a text.
func message(x *object.Exception) (string, bool) {
	if len(x.Args.Items) != 1 {
		return "", false
	}
	return object.AsStr(x.Args.Items[0])
}

// operands describes the tensors at fault.
func (f *failure) operands() []wire.Tensor {
	var list []wire.Tensor
	for _, t := range f.operand {
		chip := f.e.describeTensor(t)
		if f.frame != nil {
			chip.Line = f.frame.Line
		}
		list = append(list, chip)
	}
	return list
}

// named is a tensor's name in a sentence.
func named(t wire.Tensor, lang string) string {
	if t.Name != "" {
		return "`" + t.Name + "`"
	}
	return words{"one tensor", "其中一个张量"}.in(lang)
}

// line is the source of the line that failed.
func (f *failure) line() string {
	if f.frame == nil || f.frame.First == 0 || f.frame.Line-f.frame.First >= len(f.frame.Source) {
		return ""
	}
	return f.frame.Source[f.frame.Line-f.frame.First]
}

// replace proposes the failing line with a name replaced.
func (f *failure) replace(text, name, by string) *wire.Fix {
	fix := &wire.Fix{Text: text}
	if name == "" || f.frame == nil {
		return fix
	}
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	if line := f.line(); word.MatchString(line) {
		fix.Line, fix.Code = f.frame.Line, word.ReplaceAllLiteralString(line, by)
	}
	return fix
}

// explainDevices: operands of one operation live on different devices.
func explainDevices(f *failure) *wire.Explanation {
	chips := f.operands()
	var a, b *wire.Tensor
	for i := range chips {
		if chips[i].Device != chips[0].Device {
			a, b = &chips[0], &chips[i]
			break
		}
	}
	if a == nil {
		return nil
	}
	if b.Device != "cpu" && a.Device == "cpu" {
		a, b = b, a // move to the GPU rather than away from it
	}
	sum := words{"%s lives on %s and %s on %s. One operation needs all its tensors on one device: PyTorch never moves them by itself, because a copy costs time.",
		"%s 在 %s 上，而 %s 在 %s 上。一次运算要求所有张量在同一个设备上：搬运要花时间，所以 PyTorch 从不自动搬运。"}
	fix := words{"Copy %s to %s first.", "先把 %s 复制到 %s。"}
	return &wire.Explanation{
		Code:     "cross-device",
		Summary:  sum.in(f.lang, named(*a, f.lang), a.Device, named(*b, f.lang), b.Device),
		Operands: chips,
		Fix:      f.replace(fix.in(f.lang, named(*b, f.lang), a.Device), b.Name, b.Name+".to("+quoteDouble(a.Device)+")"),
		Lesson:   lessonOf["cross-device"],
	}
}

func quoteDouble(s string) string { return `"` + s + `"` }

// explainMemory: a device has no room.
func explainMemory(f *failure) *wire.Explanation {
	if !f.x.Class().IsSubclassOf(torch.OutOfMemoryError) {
		return nil
	}
	return &wire.Explanation{
		Code: "out-of-memory",
		Summary: words{"The GPU's memory is full: what this line asks for does not fit beside what is there already.",
			"显存满了：这一行要的内存，加上已经占用的，放不下了。"}.in(f.lang),
		Fix: &wire.Fix{Text: words{"Delete tensors that you no longer need (`del x`), use smaller batches, or a smaller dtype such as torch.float16.",
			"删除不再需要的张量（`del x`），减小批量，或者换用更小的类型，例如 torch.float16。"}.in(f.lang)},
		Lesson: lessonOf["out-of-memory"],
	}
}

// explainExit: exit() in a notebook ends the cell and nothing else.
func explainExit(f *failure) *wire.Explanation {
	if !object.SystemExit.Is(f.x.Value()) {
		return nil
	}
	return &wire.Explanation{Code: "exit", Summary: words{
		"This ends a program. A notebook goes on: the cell stops here and all names stay. Restart begins anew.",
		"这会结束一个程序。笔记本还会继续：这一格到此为止，变量都还在。想从头来过，请按“重新开始”。"}.in(f.lang)}
}

// explainTypes: operands have element types that do not go together.
func explainTypes(f *failure) *wire.Explanation {
	chips := f.operands()
	if len(chips) < 2 || !f.x.Class().IsSubclassOf(object.RuntimeError) {
		return nil
	}
	a, b := chips[0], chips[1]
	if a.DType == b.DType || !sameShapeRank(a, b) {
		return nil
	}
	return &wire.Explanation{
		Code: "dtype",
		Summary: words{"%s holds %s and %s holds %s; this operation wants one type.",
			"%s 的元素是 %s，而 %s 的元素是 %s；这个运算要求同一种类型。"}.in(f.lang, named(a, f.lang), a.DType, named(b, f.lang), b.DType),
		Operands: chips,
		Fix: f.replace(words{"Convert one of them, as in `.to(%s)`.", "转换其中一个，例如 `.to(%s)`。"}.in(f.lang, a.DType),
			b.Name, b.Name+".to("+a.DType+")"),
	}
}

func sameShapeRank(a, b wire.Tensor) bool { return len(a.Shape) > 0 && len(b.Shape) > 0 }

// explainShapes: operands have shapes that do not fit.
func explainShapes(f *failure) *wire.Explanation {
	chips := f.operands()
	if len(chips) < 2 || slices.Equal(chips[0].Shape, chips[1].Shape) {
		return nil
	}
	return &wire.Explanation{
		Code: "shape",
		Summary: words{"The shapes %v and %v do not fit together here.",
			"形状 %v 和 %v 在这里对不上。"}.in(f.lang, chips[0].Shape, chips[1].Shape),
		Operands: chips,
	}
}

// setupFailed and answerFailed say why an exercise could not be checked.
var (
	setupFailed  = words{"The cells before this exercise failed.", "这道练习之前的单元出错了。"}
	answerFailed = words{"Your code stops with an error.", "你的代码出错了。"}
	checkCut     = words{"The check was ended by a limit: nothing is decided.", "检查超出了限额而被中止，没有得出结果。"}
	checkEnded   = words{"The check was stopped: nothing is decided.", "检查被停止了，没有得出结果。"}
)

// What a hidden test says of an exception: one of the answer's, and one of its own.
var (
	raisedAt  = words{"Your code raised %s at your line %d.", "你的代码在第 %[2]d 行抛出了 %[1]s。"}
	raised    = words{"Your code raised %s.", "你的代码抛出了 %s。"}
	cannotUse = words{"The test cannot use what your code gave it: %s.", "测试无法使用你的代码给出的结果：%s。"}
)

// limitReached says which budget ended a run.
func limitReached(s *object.Stopped, lang string) wire.LimitBody {
	l := limits[s.Limit]
	return wire.LimitBody{Kind: s.Limit, Value: s.Value, Peak: s.Peak, Unit: l.unit, Text: l.text.in(lang, amount(s.Value, l.unit))}
}

// limitNear says which budget is nearly used up.
func limitNear(kind string, value, used int64, lang string) wire.LimitBody {
	unit := limits[kind].unit
	return wire.LimitBody{Kind: kind, Value: value, Peak: used, Unit: unit, Text: nearWords[kind].in(lang, amount(value, unit))}
}

var nearWords = map[string]words{
	"time":   {"This cell is near the most time that this server allows, %s, and will then be ended.", "这个单元的运行时间已接近服务器允许的上限 %s，到时会被结束。"},
	"memory": {"Python objects are near the most memory that this server allows, %s. del large variables that are no longer needed.", "Python 对象占用的内存已接近服务器允许的上限 %s。请用 del 删除不再需要的大变量。"},
}

// limits are the budgets that a run can reach.
var limits = map[string]struct {
	unit string
	text words
}{
	"time":          {"ms", words{"This cell ran for %s, the most that this server allows, and was ended.", "这个单元运行了 %s，达到服务器允许的上限，已被结束。"}},
	"steps":         {"steps", words{"This cell took %s, the most that this server allows, and was ended.", "这个单元执行了 %s，达到服务器允许的上限，已被结束。"}},
	"memory":        {"bytes", words{"Python objects took more than %s, the most that this server allows.", "Python 对象占用超过 %s，达到服务器允许的上限。"}},
	"device-memory": {"bytes", words{"Tensors took more than %s of a device's memory.", "张量占用的设备内存超过 %s。"}},
	"":              {"", words{"The cell was ended%s.", "这个单元已被结束%s。"}},
}

// amount writes a number with its unit.
func amount(n int64, unit string) string {
	switch {
	case unit == "ms":
		return fmt.Sprintf("%g s", float64(n)/1000)
	case unit == "bytes" && n >= 1<<30:
		return fmt.Sprintf("%.3g GiB", float64(n)/(1<<30))
	case unit == "bytes":
		return fmt.Sprintf("%.3g MiB", float64(n)/(1<<20))
	case unit == "":
		return ""
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// bugText apologises for a bug of ours.
func bugText(id, lang string) string {
	return words{"Something went wrong inside gputour, not in your code. Your variables are still there. Please report it with the id %s.",
		"gputour 内部出了问题，不是你的代码的错。你的变量都还在。请报告这个问题，并附上编号 %s。"}.in(lang, id)
}
