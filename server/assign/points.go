package assign

import (
	"encoding/json"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is partial points: what each test is worth, and what an answer has earned.

// Key names a test in a store.Part: its function, and whether it is a hidden one.
func Key(function string, hidden bool) string {
	if hidden {
		return function + " (hidden)"
	}
	return function
}

// Split shares points equally; what does not divide goes to the first.
func Split(points store.Points, n int) []store.Points {
	if n == 0 {
		return nil
	}
	all := make([]store.Points, n)
	for i := range all {
		all[i] = points / store.Points(n)
		if store.Points(i) < points%store.Points(n) {
			all[i]++
		}
	}
	return all
}

// Sum is what the tests of an item are worth together.
func Sum(parts []store.Part) store.Points {
	var sum store.Points
	for _, p := range parts {
		sum += p.Points
	}
	return sum
}

// ByHand is what is left of an item's points for a person to give.
func ByHand(i store.Item) store.Points { return max(0, i.Max-Sum(i.Parts)) }

// Earned is what a result has earned of an item. A test counts when every result of its name is a pass and there is one.
func Earned(i store.Item, result *wire.CheckResultBody) store.Points {
	passed, failed := map[string]bool{}, map[string]bool{}
	for _, t := range result.Tests {
		key := Key(t.Function, t.Hidden)
		if t.Status == "pass" {
			passed[key] = true
		} else {
			failed[key] = true
		}
	}
	var sum store.Points
	for _, p := range i.Parts {
		if passed[p.Test] && !failed[p.Test] {
			sum += p.Points
		}
	}
	return min(sum, i.Max)
}

// Unreadable is the status of a result that cannot be read.
const Unreadable = "unreadable"

// ResultOf reads what a judge found, or says that it cannot be read.
func ResultOf(s store.Score) wire.CheckResultBody {
	var r wire.CheckResultBody
	if err := json.Unmarshal(s.Result, &r); err != nil {
		return wire.CheckResultBody{Status: Unreadable}
	}
	return r
}

// Shown is a result as a student sees it: what tests are called and say, not what their functions are named.
func Shown(r wire.CheckResultBody) wire.CheckResultBody {
	shown := wire.CheckResultBody{Status: r.Status, Message: r.Message, Cut: r.Cut}
	for _, t := range r.Tests {
		t.Function = ""
		shown.Tests = append(shown.Tests, t)
	}
	return shown
}
