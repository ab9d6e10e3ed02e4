package wire

// This file defines the bodies of the class's events and replies. Times are ms since 1970 by the
// server's clock. Lists of events without a number hold what has changed: a member, hand, row or
// cell that is there already is replaced.

// Person is a member as others see one.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Role string `json:"role,omitempty"` // "student", "assistant", "instructor", "owner"
}

// ClassWelcomeBody answers Hello.
type ClassWelcomeBody struct {
	Seq    uint64 `json:"seq"` // last event that the member was told
	Log    int    `json:"log"` // generation of the numbers: another one after each start of the server
	Now    int64  `json:"now"` // the server's clock
	Me     Person `json:"me"`
	Leads  bool   `json:"leads,omitempty"` // may do what those who teach may
	Unkept bool   `json:"unkept,omitempty"`
	Server string `json:"server"` // build, for the log
	Cut    int64  `json:"cut,omitempty"`
}

// ClassResetBody replaces all that the client knows of the class. The next event is Seq+1.
type ClassResetBody struct {
	Seq     uint64       `json:"seq"`
	Class   ClassBody    `json:"class"`
	Pushes  []PushedBody `json:"pushes,omitempty"` // to the member, oldest first
	Polls   []PollBody   `json:"polls,omitempty"`  // oldest first
	Hand    *HandBody    `json:"hand,omitempty"`   // the member's own, while it is up
	Looking LookingBody  `json:"looking"`
	Cut     int64        `json:"cut,omitempty"`
}

// ClassBody is what holds for the whole class.
type ClassBody struct {
	Title     string  `json:"title"`
	Lock      string  `json:"lock"`                // LockOff, LockExec, LockEdit
	Presenter *Person `json:"presenter,omitempty"` // who leads
	Follow    bool    `json:"follow,omitempty"`    // pages follow by themselves
	Cut       int64   `json:"cut,omitempty"`
}

// PresenterBody is where the presenter is, as WhereBody.
type PresenterBody struct {
	Lesson string `json:"lesson"`
	Cell   string `json:"cell,omitempty"`
	Top    int    `json:"top,omitempty"`
	Typing bool   `json:"typing,omitempty"`
	Code   string `json:"code,omitempty"`
	Cut    int64  `json:"cut,omitempty"`
}

// PushedBody is a card from somebody who teaches. Body is never markup.
type PushedBody struct {
	ID     string `json:"id"`
	From   Person `json:"from"`
	At     int64  `json:"at"`
	Kind   string `json:"kind"`          // as PushBody.Kind
	All    bool   `json:"all,omitempty"` // it went to the whole class
	Lesson string `json:"lesson,omitempty"`
	Cell   string `json:"cell,omitempty"`
	Body   string `json:"body,omitempty"`
	Cut    int64  `json:"cut,omitempty"`
}

// PollBody is a poll: when it opens, when it closes, and in a ClassResetBody.
type PollBody struct {
	ID       string   `json:"id"`
	From     Person   `json:"from"`
	At       int64    `json:"at"`
	Kind     string   `json:"kind"` // as OpenPollBody.Kind
	Question string   `json:"question"`
	Options  []string `json:"options"`
	Hidden   bool     `json:"hidden,omitempty"`
	Lesson   string   `json:"lesson,omitempty"`
	Cell     string   `json:"cell,omitempty"`
	Closed   int64    `json:"closed,omitempty"` // when; 0 while it is open
	Mine     *int     `json:"mine,omitempty"`   // the member's own vote
	Counts   []int    `json:"counts,omitempty"` // votes for each option, as far as the member may see them
	Voted    int      `json:"voted,omitempty"`  // how many voted
	Answer   *int     `json:"answer,omitempty"` // the option that is right; to students when it has closed
	Cut      int64    `json:"cut,omitempty"`
}

// TallyBody is how an open poll stands: always for those who teach, for students unless it is hidden.
type TallyBody struct {
	Poll   string `json:"poll"`
	Counts []int  `json:"counts,omitempty"` // left out for those who may not see them yet
	Voted  int    `json:"voted"`
	Of     int    `json:"of"` // students in the class now
	Cut    int64  `json:"cut,omitempty"`
}

// HandBody is a raised hand. To its member it is an event when it goes up, is taken, and goes down.
type HandBody struct {
	ID      string  `json:"id"`
	Member  Person  `json:"member"`
	Lesson  string  `json:"lesson,omitempty"`
	Cell    string  `json:"cell,omitempty"`
	Note    string  `json:"note,omitempty"`
	At      int64   `json:"at"`                 // raised
	TakenBy *Person `json:"taken_by,omitempty"` // who comes to help
	Ended   int64   `json:"ended,omitempty"`    // taken down, or help was given
	Before  int     `json:"before,omitempty"`   // hands that were raised earlier and that nobody has taken, when this was told
	Cut     int64   `json:"cut,omitempty"`
}

// HandsBody is hands that changed. A hand takes the place of the one that its member had before; one that
// ended goes.
type HandsBody struct {
	Whole bool       `json:"whole,omitempty"` // as in BoardBody
	Hands []HandBody `json:"hands"`
	Cut   int64      `json:"cut,omitempty"`
}

// LookingBody says who looks at the member's notebook now, and whether they may write in it.
type LookingBody struct {
	By  []Person `json:"by,omitempty"`
	Pen bool     `json:"pen,omitempty"`
	Cut int64    `json:"cut,omitempty"`
}

// RosterBody is members that changed.
type RosterBody struct {
	Whole   bool           `json:"whole,omitempty"` // as in BoardBody
	Members []RosterMember `json:"members"`
	Of      int            `json:"of"` // members that there are
	Cut     int64          `json:"cut,omitempty"`
}

// RosterMember is a member as those who teach see one.
type RosterMember struct {
	Person
	Status string `json:"status"`           // "invited", "waiting", "active", "removed"
	Online bool   `json:"online,omitempty"` // has a page open
	Seen   int64  `json:"seen,omitempty"`   // when the last page was closed
}

// BoardBody is rows and cells that changed.
type BoardBody struct {
	Whole bool       `json:"whole,omitempty"` // what the client has of these is gone: this and what follows is all
	Rows  []BoardRow `json:"rows,omitempty"`
	Heat  []HeatCell `json:"heat,omitempty"`
	Cut   int64      `json:"cut,omitempty"`
}

// States of a BoardRow.
const (
	RowAway    = "away"    // no page is open
	RowIdle    = "idle"    // nothing runs
	RowRunning = "running" // a cell runs since Since
	RowWaiting = "waiting" // a run waits in the queue, or for input()
	RowFailed  = "failed"  // the last run failed, Fails times in a row with Error
)

// BoardRow is one student.
type BoardRow struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Lesson   string   `json:"lesson,omitempty"` // where they are
	Cell     string   `json:"cell,omitempty"`
	State    string   `json:"state"`
	Since    int64    `json:"since,omitempty"` // State holds since
	Here     int64    `json:"here,omitempty"`  // at Cell since; of earlier visits the time was added
	Error    string   `json:"error,omitempty"` // exception that Cell raised last
	Fails    int      `json:"fails,omitempty"` // runs of Cell that failed with it, one after the other
	Attempts int      `json:"attempts,omitempty"`
	Done     int      `json:"done,omitempty"` // cells of Lesson that are done, of All
	All      int      `json:"all,omitempty"`
	Marks    string   `json:"marks,omitempty"`  // a sign for each cell of Lesson, in order: MarkDone, …
	Stuck    []string `json:"stuck,omitempty"`  // why: StuckError, …
	Hand     string   `json:"hand,omitempty"`   // id of the raised hand
	Seen     int64    `json:"seen,omitempty"`   // when the last page was closed
	Memory   int64    `json:"memory,omitempty"` // bytes that the session holds; 0 is not known
	GPU      int      `json:"gpu,omitempty"`    // place in the GPU's queue, from 1; -1 has it
	Gone     bool     `json:"gone,omitempty"`   // no student of the class any more: the row goes
}

// Signs of BoardRow.Marks; others are cells that were not tried.
const (
	MarkDone  = 'd'
	MarkTried = 't'
	MarkNone  = '.'
)

// Why a student is stuck.
const (
	StuckError  = "error"  // 3 or more runs of Cell failed with Error, one after the other
	StuckSlow   = "slow"   // at Cell for twice the class's median time and for more than four minutes
	StuckHand   = "hand"   // the hand is up
	StuckKilled = "killed" // the last run was ended by a budget or took its process along
)

// HeatCell is one cell over the class.
type HeatCell struct {
	Lesson string `json:"lesson"`
	Cell   string `json:"cell"`
	Here   int    `json:"here,omitempty"` // students who are there
	Tried  int    `json:"tried,omitempty"`
	Passed int    `json:"passed,omitempty"`
	Stuck  int    `json:"stuck,omitempty"`  // students who are stuck there
	Error  string `json:"error,omitempty"`  // what most who have not passed saw last
	Errors int    `json:"errors,omitempty"` // how many
	Median int64  `json:"median,omitempty"` // ms that those who passed took
}

// OutlineBody is the cells of the lessons, in order.
type OutlineBody struct {
	Lessons []OutlineLesson `json:"lessons"`
	Cut     int64           `json:"cut,omitempty"`
}

// OutlineLesson is one lesson.
type OutlineLesson struct {
	ID    string        `json:"id"`
	Title string        `json:"title"`
	Cells []OutlineCell `json:"cells,omitempty"`
}

// OutlineCell is one cell that can be done: an exercise by passing its tests, another one by running it.
type OutlineCell struct {
	ID       string `json:"id"`
	Exercise bool   `json:"exercise,omitempty"`
	Raises   bool   `json:"raises,omitempty"` // to fail is what it is there for
}

// JoinCodeBody answers JoinCode.
type JoinCodeBody struct {
	Code  string `json:"code"`
	Until int64  `json:"until,omitempty"` // when it ends by itself
	Cut   int64  `json:"cut,omitempty"`
}

// DoneBody answers a request that was carried out.
type DoneBody struct {
	ID string `json:"id,omitempty"` // of what it made: a push, a poll, a hand
}

// Codes of RefusedBody on the class's wire.
const (
	RefusedRole    = "role"           // the sender may not do that
	RefusedPoll    = "unknown-poll"   // there is no such poll, or it has closed
	RefusedChoice  = "unknown-option" // the poll has no such option
	RefusedHand    = "unknown-hand"   // it is down already
	RefusedMember  = "unknown-member" // nobody in the class has this id, or not any more
	RefusedMany    = "too-many"       // there are as many polls open as can be
	RefusedLooking = "nobody-looks"   // nobody looks who could be allowed to write
	RefusedKeeping = "not-kept"       // the server cannot write now; try again
	RefusedFailed  = "failed"         // the server could not do it, and has noted why
)
