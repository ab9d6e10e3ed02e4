// Package advice says in plain words what an error means and what to do about it, and which limit was reached.
//
// It is all that a learner reads about an error beyond Python's own words. A rule looks at types, tensors
// and reasons, not at an error's text; a SyntaxError alone has nothing but its text.
package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gputour/engine/eval/cell"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/wire"
)

// lessonOf is where the course explains an error, as lesson#section.
var lessonOf = map[string]string{
	"cross-device": "placement#mixing",
}

// LessonLinks lists the places in the course that explanations point to.
func LessonLinks() []string { return slices.Sorted(maps.Values(lessonOf)) }

// Failure is an error, and what a rule looks at to explain it.
type Failure struct {
	Session   Evaluator
	Globals   *object.Namespace
	Thread    *object.Thread
	Exception *object.Exception
	Lang      string
	Frame     *wire.Frame // the innermost frame of the learner's code; nil for none
	Deep      bool        // the error was raised further in, by a library's Python
	Fault     *state.Fault
	Seen      *Scene // what there was as the operation failed; nil if nobody looked
}

// Scene is what was seen of a tensor operation as it failed.
type Scene struct {
	Operands []wire.Tensor
	Modules  []string      // the torch.nn.Module that holds each operand: "net" of "net.0.weight", "" for none
	Largest  []wire.Tensor // of an operation that found no memory: what there is, largest first
}

// Evaluator is what a rule asks of the session in which an error came.
type Evaluator interface {
	// Read calls f with a thread on which little can run, for so long at most.
	Read(limit time.Duration, f func(t *object.Thread))
	// Resolve is the object that an expression stands for; it calls no function.
	Resolve(t *object.Thread, expression string) (object.Value, bool)
	// Parameters are those that what has this name is called with, as they are written.
	Parameters(t *object.Thread, name string, v object.Value) (list []string, ok bool)
	// Bound is where a global name got its value, the zero Origin where that is not known.
	Bound(name string) Origin
}

// Origin is the line where a name got its value.
type Origin struct {
	File string
	Line int
}

// rules are tried in order; the first that answers explains the error.
var rules = []func(*Failure) *wire.Explanation{explainExit, explainMemory, explainFault, explainName, explainSyntax,
	explainIndex, explainKey, explainAttribute, explainArguments, explainSession}

// Message is the only argument of an exception, when that is a text.
func Message(x *object.Exception) (string, bool) {
	if len(x.Args.Items) != 1 {
		return "", false
	}
	return object.AsStr(x.Args.Items[0])
}

// Explain returns our word on an error, or nil.
func (f *Failure) Explain() *wire.Explanation {
	for _, rule := range rules {
		if ex := rule(f); ex != nil {
			return ex
		}
	}
	return nil
}

// module is the torch.nn.Module that holds operand i, "" for none.
func (f *Failure) module(i int) string { return f.Seen.Modules[i] }

// say fills in a text in the learner's language.
func (f *Failure) say(w Words, args ...any) string { return w.In(f.Lang, args...) }

// named is a tensor's name in a sentence.
func (f *Failure) named(t wire.Tensor) string {
	if t.Name != "" {
		return "`" + t.Name + "`"
	}
	return f.say(Words{"a tensor without a name (%s)", "一个没有名字的张量（%s）"}, Sizes(t.Shape))
}

// Sizes writes a shape as the page does.
func Sizes(shape []int) string {
	if len(shape) == 0 {
		return "( )"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "×")
}

// Line is the source of the line that failed.
func (f *Failure) line() string {
	if f.Frame == nil || f.Frame.First == 0 || f.Frame.Line-f.Frame.First >= len(f.Frame.Source) {
		return ""
	}
	return f.Frame.Source[f.Frame.Line-f.Frame.First]
}

// rewrite proposes another line in place of the one that failed, if the cell that ran has it.
func (f *Failure) rewrite(text, code string) *wire.Fix {
	fix := &wire.Fix{Text: text}
	if f.Frame != nil && code != "" && code != f.line() {
		fix.Cell, fix.Line, fix.Code = f.Frame.Cell, f.Frame.Line, code
	}
	return fix
}

// replace proposes the failing line with a name replaced where it is read: in the
// expression that failed, as far as that is known to lie on one line.
func (f *Failure) replace(text, name, by string) *wire.Fix {
	line := []rune(f.line())
	from, to := 0, len(line)
	if f.Frame != nil && f.Frame.Col >= 0 && f.Frame.EndLine == f.Frame.Line && f.Frame.EndCol <= len(line) {
		from, to = f.Frame.Col, f.Frame.EndCol
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
func explainExit(f *Failure) *wire.Explanation {
	if !object.SystemExit.Is(f.Exception.Value()) {
		return nil
	}
	return &wire.Explanation{Code: "exit", Summary: Words{
		"This ends a program. A notebook goes on: the cell stops here and all names stay. Restart begins anew.",
		"这会结束一个程序。笔记本还会继续：这一格到此为止，变量都还在。想从头来过，请按“重新开始”。"}.In(f.Lang)}
}
