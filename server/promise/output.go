package promise

import (
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/lessons/lesson"
)

// output is the session.Output of one cell.
type output struct {
	printed strings.Builder
	shown   *wire.DisplayBody // the last display
	failed  *wire.ErrorBody
	check   *wire.CheckResultBody
	limit   string
}

// Stream implements session.Output.
func (o *output) Stream(name, text string) { o.printed.WriteString(text) }

// Emit implements session.Output.
func (o *output) Emit(typ string, body any) {
	switch b := body.(type) {
	case wire.StreamBody:
		o.printed.WriteString(b.Text)
	case wire.DisplayBody:
		o.shown = &b
		o.printed.WriteString(strings.TrimSuffix(b.Data["text/plain"], "\n") + "\n")
	case wire.ErrorBody:
		o.failed = &b
	case wire.CheckResultBody:
		o.check = &b
	case wire.LimitBody:
		o.limit = b.Text
	}
}

// Input implements session.Output: nobody is there to answer.
func (o *output) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// text is all that the cell printed, displayed and raised.
func (o *output) text() string {
	text := o.printed.String()
	if o.failed != nil {
		text += o.lastLine() + "\n"
	}
	return text
}

func (o *output) lastLine() string {
	if o.failed.Value == "" {
		return o.failed.Name
	}
	return o.failed.Name + ": " + o.failed.Value
}

// why says which tests of a check did not pass.
func (o *output) why() string {
	if o.check == nil {
		if o.failed != nil {
			return o.lastLine()
		}
		return "no result"
	}
	var parts []string
	for _, t := range o.check.Tests {
		if t.Status != "pass" {
			parts = append(parts, fmt.Sprintf("%s: %s", t.Name, t.Message))
		}
	}
	if o.failed != nil {
		parts = append(parts, o.lastLine())
	}
	return strings.TrimSpace(o.check.Message + " " + strings.Join(parts, "; "))
}

// broken says how an output departs from an expectation; "" when it keeps it.
func broken(e lesson.Expect, o *output) string {
	got := strings.TrimSpace(o.text())
	switch {
	case e.Error != "" && (o.failed == nil || !strings.Contains(o.lastLine(), e.Error)):
		return fmt.Sprintf("must raise %q; got %q", e.Error, got)
	case e.Output != nil && !agree(strings.TrimSpace(*e.Output), got, e.Close):
		return fmt.Sprintf("must print %q; got %q", *e.Output, got)
	case e.Pattern != "" && !regexp.MustCompile(e.Pattern).MatchString(got):
		return fmt.Sprintf("must match %q; got %q", e.Pattern, got)
	case e.Device != "" && !o.on(e.Device):
		return fmt.Sprintf("must show a tensor on %s; got %q", e.Device, got)
	}
	return ""
}

// on reports whether the last display is of tensors on a device.
func (o *output) on(device string) bool {
	if o.shown == nil || len(o.shown.Tensors) == 0 {
		return false
	}
	for _, t := range o.shown.Tensors {
		if t.Device != device {
			return false
		}
	}
	return true
}

var number = regexp.MustCompile(`[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?`)

// agree compares texts: exactly, or with every number within a relative tolerance.
func agree(want, got string, tolerance float64) bool {
	if tolerance == 0 || want == got {
		return want == got
	}
	if number.ReplaceAllString(want, "#") != number.ReplaceAllString(got, "#") {
		return false
	}
	a, b := number.FindAllString(want, -1), number.FindAllString(got, -1)
	for i := range a {
		x, _ := strconv.ParseFloat(a[i], 64)
		y, _ := strconv.ParseFloat(b[i], 64)
		if math.Abs(x-y) > tolerance*math.Max(math.Abs(x), math.Abs(y)) {
			return false
		}
	}
	return true
}
