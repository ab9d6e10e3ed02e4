package auth

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// NameBytes is the longest name, TitleBytes the longest title of a class, in bytes.
const (
	NameBytes  = 64
	TitleBytes = 160
)

// The errors of a name.
var (
	ErrNoName   = errors.New("the name has no letter")
	ErrLongName = errors.New("the name is longer than 64 bytes")
	ErrBadName  = errors.New("the name has signs that nobody can see")
)

// CleanName returns a person's name as it is kept: composed (NFC), with single spaces. Signs that cannot be seen, which could
// make two names look the same or turn a line around, are refused.
func CleanName(typed string) (string, error) { return clean(typed, NameBytes) }

// CleanTitle returns a class's title as CleanName does a name.
func CleanTitle(typed string) (string, error) { return clean(typed, TitleBytes) }

func clean(typed string, most int) (string, error) {
	if !utf8.ValidString(typed) {
		return "", ErrBadName
	}
	name := strings.Join(strings.Fields(norm.NFC.String(typed)), " ")
	letter := false
	for _, r := range name {
		if !unicode.IsGraphic(r) {
			return "", ErrBadName
		}
		letter = letter || unicode.IsLetter(r)
	}
	switch {
	case !letter:
		return "", ErrNoName
	case len(name) > most:
		return "", ErrLongName
	}
	return name, nil
}
