package wire

// This file defines the second wire: what a class shares, beside the notebook of each. It has
// the same envelope and the same codec, and a socket of its own.
//
// Seq numbers what one member has been told, 1, 2, 3, …, whatever the others were told: a client
// that comes back says Hello with the last number it has, as in a session, and gets Resumed with
// what is missing, or a ClassReset. Events that only the newest of matters have no number: they
// come whole, or as what has changed, after every ClassWelcome anew.

// ClassSubprotocol is the websocket subprotocol, and with it the version, of the class's wire.
const ClassSubprotocol = "gputour.class.v1"

// Requests of every member. Hello and Ack are as in a session.
const (
	Where     = "where" // WhereBody: what the member looks at; at most one in two seconds, a presenter's five a second
	RaiseHand = "raise" // RaiseBody: ask for help, or no longer
	Vote      = "vote"  // VoteBody: as an event, the member's own vote
	Allow     = "allow" // AllowBody: let who looks at one's notebook write in it
)

// Requests of those who teach. Each that changes something carries a rid, and is answered by Done
// when it is kept, or by Refused; the same rid a second time is answered and not carried out again.
const (
	Present   = "present"    // PresentBody: lead the class through a lesson
	Push      = "push"       // PushBody: send a card to all or to some; as an event, PushedBody
	OpenPoll  = "poll"       // OpenPollBody; as an event, PollBody
	ClosePoll = "poll_close" // ClosePollBody
	Lock      = "lock"       // LockBody
	TakeHand  = "take"       // HandRefBody: go and help
	EndHand   = "finish"     // HandRefBody: the help was given
	Admit     = "admit"      // MemberBody: let somebody in who waits
	Remove    = "remove"     // MemberBody: end somebody's membership and close their sockets
	JoinCode  = "code"       // CodeBody: tell the join code; as an event, JoinCodeBody
	Observe   = "watch"      // ObserveBody: begin or stop telling the board
)

// Events and replies. Numbered: ClassState, Push, OpenPoll, Vote, Hand, Looking. Without a number: all others.
const (
	ClassWelcome = "class_welcome" // ClassWelcomeBody; answers Hello
	ClassReset   = "class_reset"   // ClassResetBody: all that the member knows, when what is missing is gone
	ClassState   = "class"         // ClassBody
	Hand         = "hand"          // HandBody: the member's own hand
	Looking      = "looking"       // LookingBody: who looks at the member's notebook
	Tally        = "tally"         // TallyBody: at most twice a second
	Presenter    = "presenter"     // PresenterBody: where the presenter is; at most five a second
	Board        = "board"         // BoardBody: rows and cells that changed; at most four times a second
	Hands        = "hands"         // HandsBody: hands that changed; likewise
	Roster       = "roster"        // RosterBody: members that changed; likewise
	Outline      = "outline"       // OutlineBody: the cells of the lessons; answers Observe
	Done         = "done"          // DoneBody: the request with this rid was carried out, and is kept
)

// Class is the codec of the class's wire, as the package's own functions are of a session's.
var Class classWire

type classWire struct{}

// ReadEvent is ReadEvent for the types of the class's wire.
func (classWire) ReadEvent(text string) (Message, any, error) { return readEvent(classEvents, text) }

var classEvents = map[string]func() any{
	ClassWelcome: func() any { return new(ClassWelcomeBody) },
	Resumed:      func() any { return new(ResumedBody) },
	ClassReset:   func() any { return new(ClassResetBody) },
	ClassState:   func() any { return new(ClassBody) },
	Push:         func() any { return new(PushedBody) },
	OpenPoll:     func() any { return new(PollBody) },
	Vote:         func() any { return new(VoteBody) },
	Hand:         func() any { return new(HandBody) },
	Looking:      func() any { return new(LookingBody) },
	Tally:        func() any { return new(TallyBody) },
	Presenter:    func() any { return new(PresenterBody) },
	Board:        func() any { return new(BoardBody) },
	Hands:        func() any { return new(HandsBody) },
	Roster:       func() any { return new(RosterBody) },
	Outline:      func() any { return new(OutlineBody) },
	JoinCode:     func() any { return new(JoinCodeBody) },
	Keeping:      func() any { return new(KeepingBody) },
	Done:         func() any { return new(DoneBody) },
	Refused:      func() any { return new(RefusedBody) },
}
