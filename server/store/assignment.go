package store

import "context"

// This file is what the store keeps of assignments: what is asked, what was handed in, and the points. What follows from
// the rows (who is late, which attempt counts, totals) is package assign's and kept nowhere.

// Assignments is the part of a Store that keeps assignments. Times are ms since 1970, and 0 where there is none.
type Assignments interface {
	// Assignment returns one with its items, or ErrNone; Assignments all of them without, by when they are due.
	Assignment(ctx context.Context, id string) (Assignment, error)
	Assignments(ctx context.Context) ([]Assignment, error)
	// Content returns the files of a lesson that was pinned, or ErrNone; nothing when they are kept elsewhere.
	Content(ctx context.Context, digest [32]byte) ([]byte, error)
	// Extensions, Groups and Overrides return those of an assignment; of all where id is "".
	Extensions(ctx context.Context, id string) ([]Extension, error)
	Groups(ctx context.Context, id string) ([]GroupMember, error)
	Overrides(ctx context.Context, id string) ([]Override, error)

	// Submission returns one, or ErrNone.
	Submission(ctx context.Context, id string) (Submission, error)
	// Submissions returns those of an assignment (of all where id is ""), by their time, without the answers.
	Submissions(ctx context.Context, id string) ([]Submission, error)
	// HandedIn returns the submissions of one holder to an assignment, in order, with the answers.
	HandedIn(ctx context.Context, id, holder string) ([]Submission, error)
	// Waiting is how many submissions wait for grading, or are being graded.
	Waiting(ctx context.Context) (int, error)
	// Claim takes the oldest submission that waits for grading, or whose grader's claim has run out, until a time. Each row
	// is given to one caller. It is ErrNone when nothing waits.
	Claim(ctx context.Context, claim Claim) (Submission, error)

	// Scores, Marks and Comments return those of all submissions to an assignment; of all where id is "", and then Scores
	// without results.
	Scores(ctx context.Context, id string) ([]Score, error)
	Marks(ctx context.Context, id string) ([]Mark, error)
	Comments(ctx context.Context, id string) ([]Comment, error)

	// Work returns those of one submission.
	Work(ctx context.Context, submission string) ([]Score, []Mark, []Comment, error)

	// Secret returns what AddSecret keeps, or ErrNone.
	Secret(ctx context.Context, name string) ([]byte, error)
}

// AssignmentState is how far an assignment is.
type AssignmentState string

// The states, in order.
const (
	AssignmentDraft    AssignmentState = "draft"    // students do not see it
	AssignmentOpen     AssignmentState = "open"     // from Opens on, it takes submissions
	AssignmentClosed   AssignmentState = "closed"   // it takes no more
	AssignmentReleased AssignmentState = "released" // and everybody sees their points
)

// Assignment is work that students hand in.
type Assignment struct {
	ID, Lesson, Title   string
	Digest              [32]byte // of the lesson as pinned; see AddContent
	State               AssignmentState
	Opens, Due, Closes  int64
	Late                string // refuse, mark or deduct
	LatePercent         int    // deducted for each day that has begun
	LateMost            int    // and at most
	Grace               int64  // ms after Due that are not late
	Attempts            int    // 0 is no bound
	Counts              string // last or best
	Feedback            string // now, due or release
	Weight              int    // in the whole course
	Groups              bool   // groups hand in together
	Created, ReleasedAt int64
	Items               []Item
}

// Item is one exercise of an assignment.
type Item struct {
	Cell  string
	Max   Points
	Parts []Part // of the points, by test; what is left of Max is given by hand
}

// Part is what one test function is worth.
type Part struct {
	Test   string `json:"test"`
	Points Points `json:"points"`
}

// Extension is a later time for one member.
type Extension struct {
	Assignment, Member string
	Due                int64
	Why, By            string
	At                 int64
}

// GroupMember puts a member into a group of an assignment.
type GroupMember struct{ Assignment, Member, Group string }

// Override replaces what a member gets for an assignment.
type Override struct {
	Assignment, Member string
	Points             Points
	Why, By            string
	At                 int64
}

// SubmissionState is a submission's place in the queue of the grader.
type SubmissionState string

// The states.
const (
	Queued  SubmissionState = "queued"
	Grading SubmissionState = "grading"
	Graded  SubmissionState = "graded"
	Failed  SubmissionState = "failed" // the judge died too often; Why says how
)

// Submission is what was handed in once.
type Submission struct {
	ID, Assignment string
	Holder         string // whose it is: a member or a group
	Member         string // who handed it in
	N              int    // 1, 2, … of the holder
	At             int64
	Lang           string
	Digest         [32]byte // of the answers
	Answers        []byte   // JSON, code by cell
	State          SubmissionState
	Round          int // of grading: 1, and one more with each regrading
	Tries          int // of this round, with the one under way
	Why            string
	GradedAt       int64
}

// Claim says who takes a submission, and how long it is theirs by the store's clock: less, when their node is gone.
type Claim struct {
	Node  string // the server, of which one runs at a time
	Token string // of this claim alone
	For   int64  // ms from now
}

// Score is what a judge found in one cell, in one round.
type Score struct {
	Submission, Cell string
	Round            int
	Auto             Points
	Result           []byte // JSON, a wire.CheckResultBody whose tests name their functions
	Engine           string // the program's version
	At               int64
}

// Mark is what a person gives for one cell in the place of Auto; a regrading leaves it alone.
type Mark struct {
	Submission, Cell string
	Points           Points
	By               string
	At               int64
}

// Comment is what a person says of one cell, or of the whole where Cell is "".
type Comment struct {
	Submission, Cell, Text, By string
	At                         int64
}

type (
	// SaveAssignment keeps an assignment with its items, new or again.
	SaveAssignment struct{ Assignment }
	// DropAssignment forgets one; it is ErrStale when something was handed in.
	DropAssignment struct{ ID string }
	// AddContent keeps the files of a lesson under their digest. Blob is as in File.
	AddContent struct {
		Digest [32]byte
		Data   []byte
		Blob   string
	}
	// SaveExtension keeps an extension; DropExtension ends it.
	SaveExtension struct{ Extension }
	DropExtension struct{ Assignment, Member string }
	// SaveGroup puts a member into a group, or with "" out of theirs.
	SaveGroup struct{ GroupMember }
	// SaveOverride keeps an override; DropOverride ends it.
	SaveOverride struct{ Override }
	DropOverride struct{ Assignment, Member string }

	// AddSubmission puts a submission into the queue. It is ErrStale when its holder has one with that number, or the
	// assignment is not open any more.
	AddSubmission struct{ Submission }
	// Unclaim puts what a server had claimed back into the queue; it is what a server does first.
	Unclaim struct{ Node string }
	// Requeue gives one claim back; the try does not count.
	Requeue struct{ Submission, Token string }
	// Renew lets a claim last longer. It is ErrFenced when it has been taken over.
	Renew struct {
		Submission, Token string
		For               int64 // ms from now
	}
	// EndGrading ends a claim with the scores found. It is ErrFenced when the claim has run out.
	EndGrading struct {
		Submission, Token string
		State             SubmissionState
		Why               string
		Scores            []Score
		At                int64
	}
	// Regrade begins a new round; what was given by hand stays. A submission that waits already is left alone.
	Regrade struct{ Submission string }
	// SaveMark keeps points given by hand; DropMark takes them back.
	SaveMark struct{ Mark }
	DropMark struct{ Submission, Cell string }
	// SaveComment keeps a comment; an empty one is forgotten.
	SaveComment struct{ Comment }
	// AddSecret keeps a key under a name; the first one stays.
	AddSecret struct {
		Name string
		Data []byte
	}
)

func (SaveAssignment) write() {}
func (DropAssignment) write() {}
func (AddContent) write()     {}
func (SaveExtension) write()  {}
func (DropExtension) write()  {}
func (SaveGroup) write()      {}
func (SaveOverride) write()   {}
func (DropOverride) write()   {}
func (AddSubmission) write()  {}
func (Unclaim) write()        {}
func (Requeue) write()        {}
func (Renew) write()          {}
func (EndGrading) write()     {}
func (Regrade) write()        {}
func (SaveMark) write()       {}
func (DropMark) write()       {}
func (SaveComment) write()    {}
func (AddSecret) write()      {}
