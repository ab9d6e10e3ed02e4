package worker

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file says in words why a worker has ended.

// cause is why.
type cause string

const (
	causeMemory    cause = "memory"    // it reached what it may hold
	causeSystem    cause = "system"    // somebody outside ended it: most often, memory ran out
	causeCrash     cause = "crash"     // a bug of ours
	causeProtocol  cause = "protocol"  // it said what it must not
	causeDeaf      cause = "deaf"      // it did not listen
	causeNeighbour cause = "neighbour" // a cell in it could not be stopped otherwise
	causeClosed    cause = "closed"    // its last session was closed
	causeMachine   cause = "machine"   // the machine that it was on is gone, or cannot be reached
)

// end is how a process has ended.
type end struct {
	cause  cause
	status string // as the system says it
	limit  int64  // bytes that it could have held; 0 is unknown
	peak   int64  // bytes that it held at most; 0 is unknown
	said   string
}

// String is for the log.
func (e *end) String() string {
	text := fmt.Sprintf("%s: %s, peak %d MiB", e.cause, e.status, e.peak>>20)
	if e.said != "" {
		text += "; it said: " + e.said
	}
	return text
}

// outOfMemory is what the Go runtime says when it gets no more.
var outOfMemory = []string{"out of memory", "cannot allocate memory", "failed to allocate"}

// findEnd finds out how a process has ended that was killed for why, or by itself.
func findEnd(state *os.ProcessState, why cause, said string, limit int64) *end {
	e := &end{cause: why, status: state.String(), limit: limit, said: said}
	if state == nil { // it cannot be waited for
		e.cause = cmp.Or(why, causeCrash)
		return e
	}
	e.peak = peak(state)
	if why != "" {
		return e
	}
	e.cause = causeCrash
	for _, words := range outOfMemory {
		if strings.Contains(said, words) {
			e.cause = causeMemory
		}
	}
	if killed(state) {
		e.cause = causeSystem
	}
	return e
}

// words are what the learner is told whose run ends with the worker.
var words = map[cause]map[string]string{
	causeMemory:    {"en": "The process that ran your cells has ended: it held all the memory it may have%s.", "zh": "运行代码的进程已结束：它用完了允许使用的内存%s。"},
	causeSystem:    {"en": "The process that ran your cells was ended by the system, most likely because memory ran out%s.", "zh": "运行代码的进程被系统终止，很可能是因为内存耗尽%s。"},
	causeCrash:     {"en": "The process that ran your cells has crashed. This is a fault of gputour, not of your code%s.", "zh": "运行代码的进程崩溃了。这是 gputour 的问题，不是你的代码的问题%s。"},
	causeMachine:   {"en": "The machine that ran your cells has left or cannot be reached%s.", "zh": "运行代码的那台机器已离开，或无法连接%s。"},
	causeNeighbour: {"en": "A cell that could not be stopped was ended together with the process it ran in, which ran your cells too%s.", "zh": "有一个无法停止的单元格连同它所在的进程被终止，你的单元格也在这个进程中运行%s。"},
}

// unchecked is what the learner is told whose answer could not be checked, since no process could be had for it.
var unchecked = map[string]string{
	"en": "Your answer could not be checked: there was no process for it. Try again in a moment; if it stays so, tell your teacher.",
	"zh": "没能检查你的答案：没有可用的进程。请稍后再试；如果一直这样，请告诉老师。",
}

var sizes = map[string]string{"en": " (limit %s, peak %s)", "zh": "（上限 %s，峰值 %s）"}

// loss is what the sessions of the worker are told.
func (e *end) loss() session.Loss {
	l := session.Loss{Reason: "worker", Limit: wire.LimitBody{Kind: "killed"}, Text: map[string]string{}}
	if e.cause == causeNeighbour {
		l.Reason = "neighbour"
	}
	if e.cause == causeMemory || e.cause == causeSystem {
		l.Limit.Value, l.Limit.Peak, l.Limit.Unit = e.limit, e.peak, "bytes"
	}
	text := words[e.cause]
	if text == nil {
		text = words[causeCrash]
	}
	for lang, form := range text {
		size := ""
		if l.Limit.Value > 0 && l.Limit.Peak > 0 {
			size = fmt.Sprintf(sizes[lang], mebibytes(e.limit), mebibytes(e.peak))
		}
		l.Text[lang] = fmt.Sprintf(form, size)
	}
	l.Limit.Text = l.Text["en"]
	return l
}

func mebibytes(n int64) string { return fmt.Sprintf("%d MiB", n>>20) }
