package assign

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gputour/server/store"
)

// This file is what a student hands in, and the receipt for it.

// Answers are the code of cells.
type Answers map[string]string

// ReadAnswers reads a submission's.
func ReadAnswers(s store.Submission) (Answers, error) {
	var a Answers
	err := json.Unmarshal(s.Answers, &a)
	return a, err
}

// Of keeps the answers to the items of an assignment, with the ends of lines made one kind.
func (a Answers) Of(items []store.Item) Answers {
	kept := Answers{}
	for _, i := range items {
		if code, ok := a[i.Cell]; ok {
			kept[i.Cell] = strings.ReplaceAll(code, "\r\n", "\n")
		}
	}
	return kept
}

// Cells are the cells answered, in order.
func (a Answers) Cells() []string { return slices.Sorted(maps.Keys(a)) }

// Digest names the answers: the SHA-256 of a line "CELL LENGTH\n" and the code for each cell, in the order of the cells'
// names. Equal answers and no others have equal digests.
func (a Answers) Digest() [32]byte {
	h := sha256.New()
	for _, cell := range a.Cells() {
		fmt.Fprintf(h, "%s %d\n%s", cell, len(a[cell]), a[cell])
	}
	return [32]byte(h.Sum(nil))
}

// Encode is how a submission keeps answers.
func (a Answers) Encode() []byte {
	data, _ := json.Marshal(a) // a map of texts is never refused
	return data
}

// Receipt says what was handed in and when, so that its holder can show it later.
type Receipt struct {
	Submission string   `json:"submission"`
	Assignment string   `json:"assignment"`
	Title      string   `json:"title"`
	Member     string   `json:"member"`
	Name       string   `json:"name"`
	N          int      `json:"attempt"`
	Time       string   `json:"time"` // RFC 3339, UTC, with milliseconds
	Digest     string   `json:"sha256"`
	Cells      []string `json:"cells"`
	Signature  string   `json:"signature,omitempty"` // Ed25519 of the receipt without it
}

// ErrReceipt is the error of a receipt that this class did not sign, or that was changed.
var ErrReceipt = errors.New("this receipt was not signed by this class, or was changed since")

const receiptTime = "2006-01-02T15:04:05.000Z"

// ReceiptFor is the receipt for a submission, without a signature.
func ReceiptFor(a *store.Assignment, s store.Submission, name string) Receipt {
	answers, _ := ReadAnswers(s)
	return Receipt{
		Submission: s.ID, Assignment: s.Assignment, Title: a.Title, Member: s.Member, Name: name, N: s.N,
		Time: time.UnixMilli(s.At).UTC().Format(receiptTime), Digest: hex.EncodeToString(s.Digest[:]), Cells: answers.Cells(),
	}
}

// text is what is signed.
func (r Receipt) text() []byte {
	r.Signature = ""
	data, _ := json.Marshal(r)
	return append([]byte("gputour receipt 1\n"), data...)
}

// Sign returns the receipt as a file. key is the class's, an Ed25519 seed.
func (r Receipt) Sign(key []byte) []byte {
	r.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(ed25519.NewKeyFromSeed(key), r.text()))
	data, _ := json.MarshalIndent(r, "", "  ")
	return append(data, '\n')
}

// ReadReceipt reads a receipt that the class signed.
func ReadReceipt(data, key []byte) (Receipt, error) {
	var r Receipt
	if err := json.Unmarshal(data, &r); err != nil {
		return r, ErrReceipt
	}
	signature, err := base64.StdEncoding.DecodeString(r.Signature)
	public := ed25519.NewKeyFromSeed(key).Public().(ed25519.PublicKey)
	if err != nil || !ed25519.Verify(public, r.text(), signature) {
		return Receipt{}, ErrReceipt
	}
	return r, nil
}

// Matches reports whether a submission that is kept is the one of the receipt.
func (r Receipt) Matches(s store.Submission) bool {
	answers, err := ReadAnswers(s)
	digest := answers.Digest()
	return err == nil && r.Submission == s.ID && r.Digest == hex.EncodeToString(digest[:]) && r.Time == time.UnixMilli(s.At).UTC().Format(receiptTime)
}
