package wire

import "strconv"

// This file defines what is said about a GPU that a class shares by turns.

// Kinds of a request for a GPU.
const (
	GPUJob     = "job"     // the notebook, from its first cell to its last
	GPUSession = "session" // the session itself goes on there
)

// MaxJobCells bounds the cells of a job.
const MaxJobCells = 512

// GPURequestBody asks for a turn; the envelope's RID names it. A job carries its cells, as they stand in the page.
type GPURequestBody struct {
	Kind   string    `json:"kind"`             // GPUJob or GPUSession
	Lesson string    `json:"lesson,omitempty"` // id
	Cards  int       `json:"cards,omitempty"`  // 0 is 1
	Lang   string    `json:"lang,omitempty"`   // language of explanations
	Cells  []JobCell `json:"cells,omitempty"`
}

// JobCell is one cell of a job.
type JobCell struct {
	Cell      string `json:"cell"`
	Code      string `json:"code"`
	KeepGoing bool   `json:"keep_going,omitempty"` // the cells behind it run though it fails
}

func (b *GPURequestBody) check() error {
	if b.Kind != GPUJob && b.Kind != GPUSession {
		return &Error{Kind: BadField, Detail: "kind must be job or session"}
	}
	if b.Cards < 0 || b.Cards > 64 {
		return &Error{Kind: BadField, Detail: "nobody gets " + strconv.Itoa(b.Cards) + " cards"}
	}
	if (b.Kind == GPUJob) != (len(b.Cells) > 0) || len(b.Cells) > MaxJobCells {
		return &Error{Kind: BadField, Detail: "a job has 1 to " + strconv.Itoa(MaxJobCells) + " cells, a session none"}
	}
	for _, c := range b.Cells {
		if c.Cell == "" {
			return missing("cell")
		}
		if err := firstError(ids("cell", c.Cell), atMost("code", c.Code, MaxCode)); err != nil {
			return err
		}
	}
	return ids("lesson", b.Lesson, "lang", b.Lang)
}

// GPUReleaseBody gives a turn back, or a place in the queue up. With Save what a job has in memory goes into CheckpointFile first.
type GPUReleaseBody struct {
	Save bool `json:"save,omitempty"`
}

func (b *GPUReleaseBody) check() error { return nil }

// CheckpointFile is where a job's state goes when it is saved.
const CheckpointFile = "checkpoint.pt"

// States of GPUBody.
const (
	GPUWaiting = "waiting"
	GPUGranted = "granted"
	GPUEnding  = "ending" // its end is announced
	GPUEnded   = "ended"
)

// GPUBody is how it stands with the turn that the envelope's RID names.
type GPUBody struct {
	State string `json:"state"`
	Kind  string `json:"kind,omitempty"`
	Cards int    `json:"cards,omitempty"`
	// While it waits: Place (from 1) of Of, and the seconds that it is likely to take; -1 where nobody can tell.
	Place int   `json:"place,omitempty"`
	Of    int   `json:"of,omitempty"`
	EtaS  int64 `json:"eta_s,omitempty"`
	// Until is when it ends because others wait, by the server's clock in ms since 1970; 0 while nobody does. LeftMS is how
	// long that is from now.
	Until  int64 `json:"until,omitempty"`
	LeftMS int64 `json:"left_ms,omitempty"`
	// Why it waits though it could be served: "paused". Why it ended: "done", "error" (a cell failed), "stopped", "released",
	// "slot" (others waited), "taken" (by the instructor), "failed" (no card would start), "lost" (its process ended),
	// "away" (nobody came back), "server".
	Why       string `json:"why,omitempty"`
	Device    string `json:"device,omitempty"` // name of the card
	Simulated bool   `json:"simulated,omitempty"`
	Saved     string `json:"saved,omitempty"` // the file with what a job had in memory
	Cut       int64  `json:"cut,omitempty"`   // see Bound
}

// GPUOffer says what there is to ask for.
type GPUOffer struct {
	Kinds     []string `json:"kinds"`
	Cards     int      `json:"cards"`
	Device    string   `json:"device"`
	Simulated bool     `json:"simulated,omitempty"`
	SlotS     int64    `json:"slot_s"` // seconds that a turn lasts while others wait
}

// GPUState is a turn as a snapshot tells it.
type GPUState struct {
	RID string `json:"rid"`
	GPUBody
}
