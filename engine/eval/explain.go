package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"gputour/engine/eval/cell"
	"gputour/engine/object"
	"gputour/engine/pylib/torch"
	"gputour/engine/wire"
)

// This file holds all that we say to a learner in our own words: what an error
// means, what to do about it, and which limit was reached. A rule looks at types, tensors
// and reasons, not at an error's text; a SyntaxError alone has nothing but its text.

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
	e      *Evaluator
	thread *object.Thread
	x      *object.Exception
	lang   string
	frame  *wire.Frame // the innermost frame of the learner's code; nil for none
	deep   bool        // the error was raised further in, by a library's Python
	fault  *torch.Fault
	seen   *sight // of the fault
	chips  []wire.Tensor
}

// rules are tried in order; the first that answers explains the error.
var rules = []func(*failure) *wire.Explanation{explainExit, explainMemory, explainFault, explainName, explainSyntax,
	explainIndex, explainKey, explainAttribute, explainArguments, explainSession}

// explain returns our word on an exception, or nil.
func (e *Evaluator) explain(a *active, x *object.Exception, frames []wire.Frame) *wire.Explanation {
	f := &failure{e: e, thread: a.thread, x: x, lang: a.Lang}
	for i := range frames {
		if frames[i].User {
			f.frame = &frames[i]
		}
		f.deep = !frames[i].User
	}
	if e.config.Explain != nil {
		if w := e.config.Explain(a.thread, x); w != nil {
			return &wire.Explanation{Code: w.Code, Args: w.Args, Summary: w.Text, Touch: w.Touch}
		}
	}
	if text, ok := message(x); ok {
		if f.fault = torch.LastFault(e.session, text); f.fault != nil && e.seen != nil && e.seen.fault == f.fault {
			f.seen = e.seen
			f.chips = f.operands()
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
	for _, t := range f.fault.Tensors {
		chip := f.e.describeTensor(t)
		if s, ok := f.seen.names[t]; ok {
			chip.Name = s.name
			made := f.e.originOf(s)
			chip.File, chip.Line = made.file, made.line
		}
		list = append(list, chip)
	}
	return list
}

// module is the torch.nn.Module that holds operand i, "" for none.
func (f *failure) module(i int) string { return f.seen.names[f.fault.Tensors[i]].module }

// say fills in a text in the learner's language.
func (f *failure) say(w words, args ...any) string { return w.in(f.lang, args...) }

// named is a tensor's name in a sentence.
func (f *failure) named(t wire.Tensor) string {
	if t.Name != "" {
		return "`" + t.Name + "`"
	}
	return f.say(words{"a tensor without a name (%s)", "一个没有名字的张量（%s）"}, sizes(t.Shape))
}

// sizes writes a shape as the page does.
func sizes(shape []int) string {
	if len(shape) == 0 {
		return "( )"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "×")
}

// line is the source of the line that failed.
func (f *failure) line() string {
	if f.frame == nil || f.frame.First == 0 || f.frame.Line-f.frame.First >= len(f.frame.Source) {
		return ""
	}
	return f.frame.Source[f.frame.Line-f.frame.First]
}

// rewrite proposes another line in place of the one that failed, if the cell that ran has it.
func (f *failure) rewrite(text, code string) *wire.Fix {
	fix := &wire.Fix{Text: text}
	if f.frame != nil && code != "" && code != f.line() {
		fix.Cell, fix.Line, fix.Code = f.frame.Cell, f.frame.Line, code
	}
	return fix
}

// replace proposes the failing line with a name replaced where it is read: in the
// expression that failed, as far as that is known to lie on one line.
func (f *failure) replace(text, name, by string) *wire.Fix {
	line := []rune(f.line())
	from, to := 0, len(line)
	if f.frame != nil && f.frame.Col >= 0 && f.frame.EndLine == f.frame.Line && f.frame.EndCol <= len(line) {
		from, to = f.frame.Col, f.frame.EndCol
	}
	inside, ok := replaceName(string(line[from:to]), name, by)
	if !ok {
		return f.rewrite(text, "")
	}
	return f.rewrite(text, string(line[:from])+inside+string(line[to:]))
}

// replaceName replaces a name, such as x or net.weight, where it stands as a whole.
func replaceName(code, name, by string) (string, bool) {
	if name == "" {
		return code, false
	}
	var b strings.Builder
	found := false
	for rest := code; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			b.WriteString(rest)
			return b.String(), found
		}
		before, after := b.String()+rest[:i], rest[i+len(name):]
		b.WriteString(rest[:i])
		if wordEnds(before) || strings.HasSuffix(before, ".") || wordBegins(after) {
			b.WriteString(name)
		} else {
			b.WriteString(by)
			found = true
		}
		rest = after
	}
}

func wordEnds(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && cell.IsWord(r)
}

func wordBegins(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && cell.IsWord(r)
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

// setupFailed and answerFailed say why an exercise could not be checked.
var (
	setupFailed  = words{"The cells before this exercise failed.", "这道练习之前的单元出错了。"}
	answerFailed = words{"Your code stops with an error.", "你的代码出错了。"}
	checkCut     = words{"The check was ended by a limit: nothing is decided.", "检查超出了限额而被中止，没有得出结果。"}
	noTests      = words{"This exercise has no test.", "这道练习没有测试。"}
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
