// Package retry says when a lost connection is to be tried again: soon at first, then
// ever more slowly, and half by chance, so that a class that lost its server does not
// come back all at once. It imports nothing of ours.
package retry

const (
	First = 250    // ms before the first try, at most
	Most  = 15_000 // ms between two tries, at most
)

// Pace counts the tries since the connection was last up. Its zero value is ready; Seed
// makes its chance unlike that of any other page.
type Pace struct {
	Attempt int
	noise   uint64
}

// Seed takes the chance from the id of a page.
func (p *Pace) Seed(tag string) {
	for _, c := range []byte(tag) {
		p.noise = p.noise*131 + uint64(c)
	}
}

// Next counts a try and says how long to wait for it, in ms.
func (p *Pace) Next() int64 {
	p.Attempt++
	wait := int64(Most)
	if n := p.Attempt - 1; n < 6 {
		wait = min(wait, First<<n)
	}
	p.noise = p.noise*6364136223846793005 + 1442695040888963407
	return wait/2 + int64(p.noise>>33)%(wait/2+1)
}

// Up begins to count anew.
func (p *Pace) Up() { p.Attempt = 0 }
