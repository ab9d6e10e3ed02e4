package reach

import (
	"strings"

	"rsc.io/qr"
)

// Code is a QR code for a terminal: two rows of it in one of text, dark on light whatever the terminal's colours are.
func Code(text string) string {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "" // it is too long; the text stands above
	}
	const margin = 2 // the standard asks for 4, which costs a terminal; phones read 2
	var b strings.Builder
	for y := -margin; y < code.Size+margin; y += 2 {
		b.WriteString("  \x1b[30;47m")
		for x := -margin; x < code.Size+margin; x++ {
			switch top, bottom := code.Black(x, y), code.Black(x, y+1); {
			case top && bottom:
				b.WriteString("█")
			case top:
				b.WriteString("▀")
			case bottom:
				b.WriteString("▄")
			default:
				b.WriteString(" ")
			}
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String()
}
