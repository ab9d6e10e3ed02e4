package export

import (
	"gputour/lessons/lesson"
)

// Answered writes a lesson with somebody's answers in the place of its cells, and below those what outputs says of them.
func Answered(l *lesson.Lesson, answers, outputs map[string]string) ([]byte, error) {
	w := &notebookWriter{book: newBook(&lesson.Course{}, l.Lang, ".ipynb"), words: texts[l.Lang]}
	w.lesson(l)
	for i, cell := range w.cells {
		c, ok := cell.(codeCell)
		if !ok {
			continue
		}
		if code, ok := answers[c.ID]; ok {
			c.Source = textLines(code)
		}
		if text := outputs[c.ID]; text != "" {
			c.Outputs = []any{streamOutput{"stream", "stdout", textLines(text)}}
		}
		w.cells[i] = c
	}
	file, err := w.file(l.ID)
	return file.Data, err
}

// streamOutput is what a cell printed.
type streamOutput struct {
	Type string   `json:"output_type"`
	Name string   `json:"name"`
	Text []string `json:"text"`
}
