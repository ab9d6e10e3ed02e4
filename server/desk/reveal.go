package desk

import (
	"strings"
	"unicode/utf8"

	"gputour/engine/wire"
)

// reveal shows the first parts of a solution. A part is a line with what is empty
// below it, so that each step is a small one; of the rest only the outline is told.
func reveal(code string, parts int) wire.SolutionReplyBody {
	lines := strings.Split(code, "\n")
	reply := wire.SolutionReplyBody{}
	shown := 0
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			reply.Total++
		}
		if reply.Total <= parts {
			shown = i + 1
			reply.Parts = reply.Total
		}
	}
	reply.Code = strings.TrimRight(strings.Join(lines[:shown], "\n"), "\n")
	for _, line := range lines[shown:] {
		reply.Rest = append(reply.Rest, outline(line))
	}
	return reply
}

func outline(line string) wire.HiddenLine {
	text := strings.TrimSpace(line)
	if text == "" {
		return wire.HiddenLine{}
	}
	indent := utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeft(line, " \t"))
	return wire.HiddenLine{Indent: indent, Width: utf8.RuneCountInString(text)}
}
