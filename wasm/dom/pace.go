package dom

// pace says when the page may be drawn again: at once while drawing has taken little of the time lately, and else so that
// two thirds of the time are left to the learner. Times are in ms.
type pace struct {
	debt float64 // drawing for which there was no rest yet
	at   float64 // when that was so
}

const (
	// credit is how much may be drawn without a rest: a click, that its run began, and what it gave.
	credit = 30.
	// rest is for each ms of drawing.
	rest = 2.
)

// settle takes the time that has passed for rest.
func (p *pace) settle(now float64) {
	p.debt = max(0, p.debt-(now-p.at)/rest)
	p.at = now
}

// wait is how long from now the next drawing is to wait.
func (p *pace) wait(now float64) float64 {
	p.settle(now)
	return max(0, (p.debt-credit)*rest)
}

// drew notes a drawing.
func (p *pace) drew(from, to float64) {
	p.settle(from)
	p.debt += to - from
	p.at = to
}
