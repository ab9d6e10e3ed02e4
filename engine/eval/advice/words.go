package advice

import (
	"fmt"

	"gputour/engine/object"
	"gputour/engine/wire"
)

// This file holds the texts that belong to no single error.

// Words are one text in the two languages of the course.
type Words struct{ en, zh string }

// In returns the text in a language, English where the language is unknown.
func (w Words) In(lang string, args ...any) string {
	text := w.en
	if lang == "zh" {
		text = w.zh
	}
	return fmt.Sprintf(text, args...)
}

// SetupFailed and answerFailed say why an exercise could not be checked.
var (
	SetupFailed  = Words{"The cells before this exercise failed.", "这道练习之前的单元出错了。"}
	AnswerFailed = Words{"Your code stops with an error.", "你的代码出错了。"}
	CheckCut     = Words{"The check was ended by a limit: nothing is decided.", "检查超出了限额而被中止，没有得出结果。"}
	NoTests      = Words{"This exercise has no test.", "这道练习没有测试。"}
	CheckEnded   = Words{"The check was stopped: nothing is decided.", "检查被停止了，没有得出结果。"}
)

// What a hidden test says of an exception: one of the answer's, and one of its own.
var (
	RaisedAt  = Words{"Your code raised %s at your line %d.", "你的代码在第 %[2]d 行抛出了 %[1]s。"}
	Raised    = Words{"Your code raised %s.", "你的代码抛出了 %s。"}
	CannotUse = Words{"The test cannot use what your code gave it: %s.", "测试无法使用你的代码给出的结果：%s。"}
)

// LimitReached says which budget ended a run.
func LimitReached(s *object.Stopped, lang string) wire.LimitBody {
	l := limits[s.Limit]
	return wire.LimitBody{Kind: s.Limit, Value: s.Value, Peak: s.Peak, Unit: l.unit, Text: l.text.In(lang, amount(s.Value, l.unit))}
}

// LimitNear says which budget is nearly used up.
func LimitNear(kind string, value, used int64, lang string) wire.LimitBody {
	unit := limits[kind].unit
	return wire.LimitBody{Kind: kind, Value: value, Peak: used, Unit: unit, Text: nearWords[kind].In(lang, amount(value, unit))}
}

var nearWords = map[string]Words{
	"time":   {"This cell is near the most time that this server allows, %s, and will then be ended.", "这个单元的运行时间已接近服务器允许的上限 %s，到时会被结束。"},
	"memory": {"Python objects are near the most memory that this server allows, %s. del large variables that are no longer needed.", "Python 对象占用的内存已接近服务器允许的上限 %s。请用 del 删除不再需要的大变量。"},
}

// limits are the budgets that a run can reach.
var limits = map[string]struct {
	unit string
	text Words
}{
	"time":          {"ms", Words{"This cell ran for %s, the most that this server allows, and was ended.", "这个单元运行了 %s，达到服务器允许的上限，已被结束。"}},
	"steps":         {"steps", Words{"This cell took %s, the most that this server allows, and was ended.", "这个单元执行了 %s，达到服务器允许的上限，已被结束。"}},
	"memory":        {"bytes", Words{"Python objects took more than %s, the most that this server allows.", "Python 对象占用超过 %s，达到服务器允许的上限。"}},
	"device-memory": {"bytes", Words{"Tensors took more than %s of a device's memory.", "张量占用的设备内存超过 %s。"}},
	"":              {"", Words{"The cell was ended%s.", "这个单元已被结束%s。"}},
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

// Bug apologises for a bug of ours.
func Bug(id, lang string) string {
	return Words{"Something went wrong inside gputour, not in your code. Your variables are still there. Please report it with the id %s.",
		"gputour 内部出了问题，不是你的代码的错。你的变量都还在。请报告这个问题，并附上编号 %s。"}.In(lang, id)
}
