// Package wire defines the messages between the page, the server and the
// engine, and their JSON codec. It imports nothing of ours but diag and fields.
//
// One envelope carries every message. Events (server to client) are numbered per
// session without gaps; a client that comes back sends the last number it has.
package wire

import "gputour/engine/wire/fields"

// Subprotocol is the websocket subprotocol, and with it the version, of this wire.
const Subprotocol = "gputour.v1"

// Version stands in every envelope's V.
const Version = 1

// Raw is a body as JSON text.
type Raw = fields.Raw

// Message is the envelope. Body's shape depends on Type; see Bodies.
type Message struct {
	V    int    `json:"v"`
	Type string `json:"t"`
	SID  string `json:"sid,omitempty"`  // session
	RID  string `json:"rid,omitempty"`  // run, made by the client
	Cell string `json:"cell,omitempty"` // cell id
	Seq  uint64 `json:"seq,omitempty"`  // events only: 1, 2, 3, …
	TS   int64  `json:"ts,omitempty"`   // milliseconds since 1970, by the server
	Body Raw    `json:"body,omitempty"`
}

// Requests, client to server.
const (
	Hello       = "hello"             // HelloBody; first message on a socket
	Execute     = "execute_request"   // ExecuteBody; queued per session
	Interrupt   = "interrupt_request" // own lane, never queued; RID "" means whatever runs
	Restart     = "restart_request"   // forget all names; cancels what runs and waits
	Complete    = "complete_request"  // CompleteBody; answered while a cell runs
	Inspect     = "inspect_request"   // InspectBody; likewise
	InputReply  = "input_reply"       // InputReplyBody
	Ack         = "ack"               // AckBody: the client has applied events up to seq
	Devices     = "devices_request"   // DevicesBody: switch the session to other devices; restarts it
	Check       = "check_request"     // CheckBody: run an exercise's tests
	Control     = "control_request"   // ControlBody: the learner did something to a control; queued as Execute is
	Place       = "place_request"     // what lives where now; answered by Placement
	Diagnose    = "diagnose_request"  // DiagnoseBody: what is wrong with a source; answered while a cell runs
	Solution    = "solution_request"  // SolutionBody: the first parts of an exercise's solution
	Pen         = "pen_request"       // take the pen: this tab becomes the one that writes
	Draft       = "draft"             // DraftBody: keep the text of a cell
	Drafts      = "drafts_request"    // DraftsBody: the texts that are kept of a lesson
	Submit      = "submit"            // SubmitBody: hand in answers
	Assignments = "assigned_request"  // AssignmentsBody: what is asked for in this lesson
	Versions    = "versions_request"  // VersionsBody: the earlier texts of a cell
	GPURequest  = "gpu_request"       // GPURequestBody: a turn on a GPU that the class shares
	GPURelease  = "gpu_release"       // GPUReleaseBody: give the turn or the place in the queue up
)

// Events and replies, server to client. Replies to Complete, Inspect, Place, Diagnose,
// Solution, Draft, Drafts, Versions and Submit carry no Seq: they are not part of the log.
const (
	Welcome       = "welcome"       // WelcomeBody; answers Hello
	Resumed       = "resumed"       // ResumedBody: missing events follow
	Reset         = "reset"         // ResetBody: a snapshot, when the log was trimmed
	Queued        = "queue"         // QueueBody: the run's place in line
	Status        = "status"        // StatusBody: busy, idle, restarting
	Input         = "execute_input" // InputBody: a run began
	Stream        = "stream"        // StreamBody
	Display       = "display_data"  // DisplayBody
	UpdateDisplay = "update_display_data"
	Result        = "execute_result" // DisplayBody with Count
	ClearOutput   = "clear_output"   // ClearBody
	Failed        = "error"          // ErrorBody
	Reply         = "execute_reply"  // ReplyBody: a run ended
	Names         = "names"          // NamesBody: what the run's code takes from other cells, and gives them
	Limit         = "limit"          // LimitBody: a budget was reached
	LimitNear     = "limit_near"     // LimitBody: a run has used WarnShare of a budget, or its server ends soon
	Progress      = "progress"       // ProgressBody
	DeviceEvents  = "device_event"   // DeviceBody
	ControlDone   = "control_done"   // ControlDoneBody: what Control asked for is done
	CheckResult   = "check_result"   // CheckResultBody
	InputRequest  = "input_request"  // InputRequestBody: input() waits
	CompleteReply = "complete_reply"
	InspectReply  = "inspect_reply"
	Placement     = "placement"
	DiagnoseReply = "diagnose_reply"
	SolutionReply = "solution_reply"
	Receipt       = "receipt"  // ReceiptBody: answers are handed in
	Assigned      = "assigned" // AssignedBody: what is asked for in this lesson
	Grade         = "grade"    // GradeBody: one of that has changed
	Drafted       = "drafted"  // DraftedBody: a text is kept
	Stale         = "stale"    // StaleBody: it is not, for want of having seen another
	DraftsReply   = "drafts"
	VersionsReply = "versions"
	PenHolder     = "pen"     // PenBody: who writes
	GPU           = "gpu"     // GPUBody: how it stands with a turn on a GPU
	Keeping       = "keeping" // KeepingBody: whether what happens lasts
	Refused       = "refused" // RefusedBody: a request that was understood and not carried out
)

// Close codes of the websocket: RFC 6455's for an error, and our own.
const (
	CloseFailed   = 1011 // an error of ours
	CloseAuth     = 4401
	CloseRole     = 4403
	CloseAbsent   = 4404 // a session to look at is not there
	CloseSlow     = 4408
	CloseReplaced = 4409
	CloseEnded    = 4410 // the engine in the page's tab did not stop, and was ended
	CloseVersion  = 4426
	CloseCapacity = 4429 // its reason is a Capacity
)
