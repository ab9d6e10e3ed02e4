package store

import "strings"

// Text is as much of a text from elsewhere as fits into so many bytes, and such that every engine keeps it: PostgreSQL refuses
// a row with bytes that are no UTF-8, which a header of a request may have, and with a NUL.
func Text(text string, most int) string {
	text = text[:min(len(text), most)]
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}
