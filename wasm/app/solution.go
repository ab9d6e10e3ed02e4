package app

import "gputour/engine/wire"

// This file shows an exercise's solution, a line at a time, once its hints are spent.

// MoreSolution reports whether there is (more of) a solution to show.
func (c *Cell) MoreSolution() bool {
	return c.Lesson != nil && c.Lesson.Solved && c.Hints >= len(c.Lesson.Hints) &&
		(c.Solution == nil || c.Solution.Parts < c.Solution.Total)
}

// solve asks for one more line than is shown.
func (s *State) solve(c *Cell) {
	if c.MoreSolution() && c.Solving == "" {
		c.Parts++
		s.askSolution(c)
		s.saveSoon()
	}
}

func (s *State) askSolution(c *Cell) {
	m := wire.Request(wire.Solution, &wire.SolutionBody{Lesson: s.Page.Lesson, Parts: c.Parts})
	m.RID, m.Cell = s.newRID(), c.ID
	c.Solving = m.RID
	s.changed(c)
	s.post(m)
}

// askSolutions brings back what was shown before the page was loaded.
func (s *State) askSolutions() {
	for _, c := range s.Order() {
		if c.Parts > 0 && c.Solution == nil && c.Solving == "" {
			s.askSolution(c)
			c.recalling = c.Solving
		}
	}
}

func (s *State) solved(m wire.Message, b *wire.SolutionReplyBody) {
	for _, c := range s.Cells {
		if c.Solving == m.RID && m.RID != "" {
			c.Solving, c.Solution, c.Parts = "", b, b.Parts
			s.changed(c)
		}
	}
}

// useSolution puts the solution into its cell; undo brings the learner's own text back.
func (s *State) useSolution(c *Cell) {
	if c.Solution == nil || c.MoreSolution() {
		return
	}
	s.remember(c)
	s.setCode(c, c.Solution.Code)
	s.do(FocusEditor{c.ID})
}
