package advice

import (
	"strings"

	"gputour/engine/eval/cell"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pattern"
	"gputour/engine/syntax"
	"gputour/engine/wire"
)

// This file says in plain language what is wrong with the arguments of a call.

// badArguments is what a function says whose arguments do not fit its parameters: CPython's texts, the
// error has nothing else.
var badArguments = pattern.Lazy(`^([\w.<>]+)\(\) (missing|takes|got an unexpected keyword argument|got multiple values for (?:keyword )?argument)(.*)`)

// quotedNames are the names in such a text.
var quotedNames = pattern.Lazy(`'(\w+)'`)

// explainArguments: a function is called with arguments that do not fit its parameters.
func explainArguments(f *Failure) *wire.Explanation {
	text, _ := Message(f.Exception)
	m := badArguments().FindStringSubmatch(text)
	if !f.is(object.TypeError) || m == nil {
		return nil
	}
	name := strings.TrimSuffix(m[1], ".__init__")
	var names []string
	for _, found := range quotedNames().FindAllStringSubmatch(m[3], -1) {
		names = append(names, "`"+found[1]+"`")
	}
	list := strings.Join(names, ", ")
	parameters, known := f.parameters(m[1])
	ex := &wire.Explanation{Code: "arguments"}
	switch m[2] {
	case "missing":
		ex.Summary = f.say(Words{"Nothing is given for %s.", "没有给 %s 传值。"}, list)
		if list == "`self`" {
			ex.Summary = f.say(Words{"A method is called on an object, and `%s` is called on the class here. Make an object first: `%s()`.", "方法要在对象上调用，而这里的 `%s` 是在类上调用的。先造一个对象：`%s()`。"}, name, strings.SplitN(name, ".", 2)[0])
			return ex
		}
	case "takes":
		ex.Summary = f.say(Words{"More values are given than there are parameters to take them.", "传的值比参数多。"})
		if strings.Contains(name, ".") && known && f.lacksSelf(m[1]) {
			ex.Summary += f.then() + f.say(Words{"Python hands a method its object first: the parameters of a method begin with `self`.", "Python 调用方法时会先传入对象本身：方法的第一个参数要写 `self`。"})
		} else if strings.Contains(m[1], ".") {
			ex.Summary += f.then() + f.say(Words{"The object itself, `self`, is counted, too.", "对象本身（`self`）也算一个。"})
		}
	case "got an unexpected keyword argument":
		ex.Summary = f.say(Words{"`%s` has no parameter %s.", "`%s` 没有参数 %s。"}, name, list)
		f.likelyKeyword(ex, strings.Trim(list, "`"), parameters)
	default:
		ex.Summary = f.say(Words{"%s is given twice: once by its place and once by its name.", "%s 传了两次：一次按位置，一次按名字。"}, list)
	}
	if known {
		ex.Summary += f.then() + f.say(Words{"It is called as `%s(%s)`.", "调用的形式是 `%s(%s)`。"}, name, strings.Join(parameters, ", "))
	}
	return ex
}

// likelyKeyword proposes the parameter that a keyword may have meant.
func (f *Failure) likelyKeyword(ex *wire.Explanation, keyword string, parameters []string) {
	var names []string
	for _, p := range parameters {
		if n := cell.FirstName(p); n != "" {
			names = append(names, n)
		}
	}
	best := traceback.Closest(keyword, names)
	x, text := f.failing()
	call, ok := x.(*syntax.Call)
	if best == "" || !ok {
		return
	}
	for _, k := range call.Keywords {
		if at := k.Start; k.Name == keyword && at.Line == 1 {
			runes := []rune(text)
			ex.Fix = f.inPlace(f.say(Words{"Is `%s` meant?", "是不是想写 `%s`？"}, best), text, string(runes[:at.Col])+best+string(runes[at.Col+len([]rune(keyword)):]))
		}
	}
}

// parameters are those of the function of that qualified name which the failing line calls.
func (f *Failure) parameters(qualified string) (list []string, ok bool) {
	f.Session.Read(explainTime, func(t *object.Thread) {
		if v, found := f.callee(t, qualified); found {
			list, ok = f.Session.Parameters(t, qualified, v)
		}
	})
	return list, ok
}

// callee finds that function: what is called, a method of it, or what a global name leads to.
func (f *Failure) callee(t *object.Thread, qualified string) (object.Value, bool) {
	owner, method, isMethod := strings.Cut(qualified, ".")
	if line := strings.TrimSpace(f.line()); line != "" {
		for _, text := range calls(line) {
			v, ok := f.Session.Resolve(t, text)
			if !ok {
				continue
			}
			q := ""
			if name, ok, _ := object.GetAttrOpt(t, v, "__qualname__"); ok {
				q, _ = object.AsStr(name)
			}
			if q != "" && (q == qualified || q+".__init__" == qualified) {
				return v, true
			}
			if isMethod && v.Class().Name == owner {
				if m, err := object.GetAttr(t, v, method); err == nil {
					return m, true
				}
			}
		}
	}
	v, ok := f.Globals.Get(owner)
	if ok && isMethod {
		if method == "__init__" {
			return v, true
		}
		m, err := object.GetAttr(t, v, method)
		return m, err == nil
	}
	return v, ok
}

// calls are the texts of what a line calls, innermost names and attributes only.
func calls(line string) (texts []string) {
	for _, m := range callable().FindAllStringSubmatch(line, -1) {
		texts = append(texts, m[1])
	}
	return texts
}

var callable = pattern.Lazy(`([\pL_][\pL\pN_]*(?:\.[\pL_][\pL\pN_]*)*)\s*\(`)

// lacksSelf reports whether a method of a class of the learner's has no parameter for its object.
func (f *Failure) lacksSelf(qualified string) bool {
	owner, method, _ := strings.Cut(qualified, ".")
	lacks := false
	f.Session.Read(explainTime, func(t *object.Thread) {
		class, ok := f.Globals.Get(owner)
		if !ok {
			return
		}
		m, err := object.GetAttr(t, class, method)
		if err != nil {
			return
		}
		list, ok := f.Session.Parameters(t, method, m)
		lacks = ok && (len(list) == 0 || list[0] != "self")
	})
	return lacks
}
