// Package auth decides who may come into a class, and what they may do there.
//
// Its one idea: every right stands in one table of actions by roles. A route or a message names an action; nothing else in the
// server compares roles.
package auth

// Role is what somebody is in a class. The order is from the least to the most.
type Role string

// The roles.
const (
	Nobody     Role = ""
	Student    Role = "student"
	Assistant  Role = "assistant"
	Instructor Role = "instructor"
	Owner      Role = "owner"
)

// Roles are all roles that somebody can have, from the least to the most.
var Roles = []Role{Student, Assistant, Instructor, Owner}

// rank orders the roles; what is no role has rank 0, as Nobody.
var rank = map[Role]int{Student: 1, Assistant: 2, Instructor: 3, Owner: 4}

// Action is something that not everybody may do.
type Action string

// The actions.
const (
	Arrive   Action = "arrive"   // see how one comes in; this is for everybody
	Learn    Action = "learn"    // read lessons, run cells in a session of one's own
	Watch    Action = "watch"    // see the board, look at a student's notebook
	Lead     Action = "lead"     // present, push, ask, lock, give and take hands
	Grade    Action = "grade"    // see submissions, give points and comments
	Assign   Action = "assign"   // make assignments, open, close and release them, decide what somebody gets
	Enrol    Action = "enrol"    // admit, rename, let a student in again
	Remove   Action = "remove"   // end somebody's membership
	Settings Action = "settings" // change the class, its codes and its roles
	Export   Action = "export"   // take the class's data out
	Federate Action = "federate" // say which other systems speak for people
	Destroy  Action = "destroy"  // restore a backup, delete the class
)

// least is the least role that may do an action. An action that does not stand here nobody may do.
var least = map[Action]Role{
	Arrive:   Nobody,
	Learn:    Student,
	Watch:    Assistant,
	Lead:     Assistant,
	Grade:    Assistant,
	Enrol:    Assistant,
	Assign:   Instructor,
	Remove:   Instructor,
	Settings: Instructor,
	Export:   Instructor,
	Federate: Owner,
	Destroy:  Owner,
}

// May reports whether a role has the right to an action.
func (r Role) May(a Action) bool {
	need, known := least[a]
	return known && rank[r] >= rank[need]
}

// MayChange reports whether r may make somebody whose role is from into to: nobody gives a role above their own, nor
// takes one from somebody who is above them, and only an owner makes or unmakes an owner.
func (r Role) MayChange(from, to Role) bool {
	return r.May(Settings) && rank[to] > 0 && rank[from] <= rank[r] && rank[to] <= rank[r]
}

// Above reports whether r may act for or against somebody whose role is other: they stand higher, or nobody does.
func (r Role) Above(other Role) bool { return rank[r] > rank[other] || r == Owner }
