package assign

import "encoding/json"

// Failure is why a submission could not be graded. It is stored without words, since whoever reads it may speak another
// language than whoever handed it in: web/text has those of gb.failed.CODE.
type Failure struct {
	Code  string            `json:"code"`
	About []string          `json:"about,omitempty"` // what stands in the words' places
	Told  map[string]string `json:"told,omitempty"`  // by language: what stands in the place after these
}

// Codes of failures, and what they are about.
const (
	AnswersUnreadable = "answers-unreadable" // the error
	LessonUnusable    = "lesson-unusable"    // the error
	JudgesDied        = "judges-died"        // the cell, how many; told: what the last one said
	JudgesLate        = "judges-late"        // the cell, how many
	ServerEnded       = "server-ended"       // how often
)

// String is what is stored.
func (f Failure) String() string {
	text, _ := json.Marshal(f) // strings can be written
	return string(text)
}

// ReadFailure reads what is stored. What was written by an earlier gputour is its own words: it has no code.
func ReadFailure(stored string) (f Failure) {
	if json.Unmarshal([]byte(stored), &f) != nil || f.Code == "" {
		return Failure{About: []string{stored}}
	}
	return f
}
