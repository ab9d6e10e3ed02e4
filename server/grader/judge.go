package grader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/lessons/lesson"
	"gputour/server/assign"
	"gputour/server/blob"
	"gputour/server/promise"
	"gputour/server/store"
)

// This file judges one submission, cell by cell.

// bench is one submission before its judges.
type bench struct {
	*Grader
	ctx     context.Context
	entry   *lesson.Entry
	lesson  *lesson.Lesson
	answers assign.Answers
	judge   *judge // nil: none, or the last one died
	runs    int
}

// judge finds the points of a submission.
func (g *Grader) judge(ctx context.Context, s store.Submission, end *store.EndGrading) error {
	a, err := g.Store.Assignment(ctx, s.Assignment)
	if err != nil {
		return unless(end, fmt.Errorf("assignment %s: %w", s.Assignment, err))
	}
	b := &bench{Grader: g, ctx: ctx}
	if b.entry, err = g.pins.of(ctx, g.Store, a); err != nil {
		return unless(end, err)
	}
	if b.answers, err = assign.ReadAnswers(s); err != nil {
		end.Why = assign.Failure{Code: assign.AnswersUnreadable, About: []string{err.Error()}}.String()
		return nil
	}
	b.lesson = b.entry.Lang(s.Lang)
	defer b.dismiss()
	end.State = store.Graded
	for _, item := range a.Items {
		result, dead, err := b.cell(item, s.Lang)
		if err != nil {
			return err
		}
		if dead != nil {
			end.State, end.Why = store.Failed, dead.String()
		}
		data, err := json.Marshal(result)
		if err != nil {
			return err
		}
		if err := g.commit(ctx, store.Renew{Submission: s.ID, Token: end.Token, For: g.lasts()}); err != nil {
			return err
		}
		end.Scores = append(end.Scores, store.Score{
			Submission: s.ID, Cell: item.Cell, Round: s.Round, Auto: assign.Earned(item, &result), Result: data, Engine: g.Engine, At: g.now(),
		})
	}
	return nil
}

// unless ends a grading with an error that would be the same again. Any other is a matter of the moment, and returned.
func unless(end *store.EndGrading, err error) error {
	if !errors.As(err, new(unfit)) && !errors.Is(err, store.ErrNone) && !errors.Is(err, blob.ErrMissing) && !errors.Is(err, blob.ErrDamaged) {
		return err
	}
	end.Why = assign.Failure{Code: assign.LessonUnusable, About: []string{err.Error()}}.String()
	return nil
}

// unfit is the error of a lesson that was kept and makes no sense.
type unfit struct{ error }

func (u unfit) Unwrap() error { return u.error }

// Results that no judge has found. A student sees their Message.
const (
	noAnswer = "no-answer"
	noTests  = "no-tests"
	// unchanged is an exercise as the lesson gives it: that some test may pass on it is nobody's merit.
	unchanged = "unchanged"
	died      = "judge-died"
)

// given reports whether an answer is what the lesson gives, in whatever language.
func given(e *lesson.Entry, cell, code string) bool {
	for _, lang := range e.Languages() {
		if c := e.Lang(lang).Cell(cell); c != nil && strings.TrimSpace(c.Code) == strings.TrimSpace(code) {
			return true
		}
	}
	return false
}

// cell judges one answer. dead is why, when every judge died of it.
func (b *bench) cell(item store.Item, lang string) (result wire.CheckResultBody, dead *assign.Failure, err error) {
	code, answered := b.answers[item.Cell]
	target := b.lesson.Cell(item.Cell)
	if !answered || target == nil {
		return wire.CheckResultBody{Status: noAnswer}, nil, nil
	}
	if given(b.entry, item.Cell, code) {
		return wire.CheckResultBody{Status: unchanged}, nil, nil
	}
	check := promise.Exercise(b.entry, b.lesson, target, nil)
	if check == nil {
		return wire.CheckResultBody{Status: noTests}, nil, nil
	}
	check.Named = true
	for range triesMost {
		if err := b.call(); err != nil {
			return result, nil, err
		}
		b.runs++
		run := session.Run{RID: fmt.Sprintf("grade %d", b.runs), Cell: item.Cell, Code: code, Count: 1, Lang: lang, Check: check}
		v := &verdict{}
		outcome := b.examine(run, v)
		if b.ctx.Err() != nil {
			return result, nil, b.ctx.Err()
		}
		if outcome.Lost == nil {
			return v.body(), nil, nil
		}
		dead = b.epitaph(item.Cell, outcome.Lost)
		b.dismiss()
	}
	return wire.CheckResultBody{Status: died}, dead, nil
}

// epitaph is how the judge of a cell ended.
func (b *bench) epitaph(cell string, loss *session.Loss) *assign.Failure {
	died := &assign.Failure{Code: assign.JudgesLate, About: []string{cell, strconv.Itoa(triesMost)}}
	if !b.judge.late.Load() {
		died.Code, died.Told = assign.JudgesDied, loss.Text
	}
	return died
}

// examine runs a check. A judge that does not come to an end is ended, and so is one whose server ends.
func (b *bench) examine(run session.Run, out session.Output) session.Outcome {
	judge := b.judge
	defer context.AfterFunc(b.ctx, judge.Close)()
	if b.CellMS > 0 {
		late := func() {
			judge.late.Store(true)
			judge.Close()
		}
		defer b.Clock.AfterFunc(time.Duration(b.CellMS)*time.Millisecond+judgeTime, late)()
	}
	outcome := judge.Run(run, out)
	if judge.late.Load() {
		outcome.Lost = &session.Loss{}
	}
	return outcome
}

// judge is an evaluator that may be closed at any time, and more than once.
type judge struct {
	session.Evaluator
	end  func()
	late atomic.Bool
}

func newJudge(ev session.Evaluator) *judge {
	return &judge{Evaluator: ev, end: sync.OnceFunc(func() {
		ev.Stop("", true)
		ev.Close()
	})}
}

// Close implements session.Evaluator.
func (j *judge) Close() { j.end() }

// call sees to it that there is a judge.
func (b *bench) call() error {
	if b.judge != nil {
		return nil
	}
	ev, err := b.Open(b.lesson.Devices[0])
	if err != nil {
		return fmt.Errorf("no judge: %w", err)
	}
	b.judge = newJudge(ev)
	return nil
}

// dismiss ends the judge, if there is one.
func (b *bench) dismiss() {
	if b.judge != nil {
		b.judge.Close()
		b.judge = nil
	}
}

// verdict is an Output that keeps what a judge says of the tests. What the answer prints is nobody's matter.
type verdict struct {
	mu     sync.Mutex
	result *wire.CheckResultBody
	limit  string
	failed string
}

// Stream implements session.Output.
func (v *verdict) Stream(string, string) {}

// Emit implements session.Output.
func (v *verdict) Emit(_ string, body any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch b := body.(type) {
	case wire.CheckResultBody:
		v.result = &b
	case wire.LimitBody:
		v.limit = b.Text
	case wire.ErrorBody:
		v.failed = b.Name + ": " + b.Value
	}
}

// Input implements session.Output: nobody is there to answer.
func (v *verdict) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// body is what was found. An answer that did not get as far as the tests has raised, or used up a budget: its own words then
// are no secret, since no hidden test has run.
func (v *verdict) body() wire.CheckResultBody {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := wire.CheckResultBody{Status: "error", Message: v.limit}
	if v.result != nil {
		r = *v.result
		if len(r.Tests) == 0 {
			r.Message = join(r.Message, v.limit, v.failed)
		}
	}
	return r
}

func join(texts ...string) string {
	all := ""
	for _, t := range texts {
		if t != "" && all != "" {
			all += " "
		}
		all += t
	}
	return all
}

// pins keeps the lessons that were read from the store last.
type pins struct {
	mu   sync.Mutex
	kept map[[32]byte]*lesson.Entry
}

const pinsMost = 16

// contentWait is how long the store has for a lesson.
const contentWait = time.Minute

// of returns the lesson of an assignment. The lock is not held while it is read, which may take as long as the store's outage.
func (p *pins) of(ctx context.Context, s Store, a store.Assignment) (*lesson.Entry, error) {
	if e := p.get(a.Digest); e != nil {
		return e, nil
	}
	ctx, cancel := context.WithTimeout(ctx, contentWait)
	defer cancel()
	data, err := s.Content(ctx, a.Digest)
	if err != nil {
		return nil, fmt.Errorf("the lesson of this assignment: %w", err)
	}
	e, err := assign.Unpin(data, a.Lesson)
	if err != nil {
		return nil, unfit{err}
	}
	p.put(a.Digest, e)
	return e, nil
}

func (p *pins) get(digest [32]byte) *lesson.Entry {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.kept[digest]
}

func (p *pins) put(digest [32]byte, e *lesson.Entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kept == nil || len(p.kept) >= pinsMost {
		p.kept = map[[32]byte]*lesson.Entry{}
	}
	p.kept[digest] = e
}
