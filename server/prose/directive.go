package prose

import (
	"gputour/lessons/lesson"
	"gputour/server/markup"
)

// Directive renders what stands in a fence that is no cell.
func (r *Renderer) Directive(d *lesson.Directive) markup.HTML {
	switch d.Name {
	case "math":
		return markup.HTML(`<div class="math" data-tex="` + markup.Escape(d.Body) + `"><code>` + markup.Escape(d.Body) + "</code></div>\n")
	case "mermaid":
		return markup.HTML(`<pre class="mermaid">` + markup.Escape(d.Body) + "</pre>\n")
	case "figure", "image":
		return markup.HTML(`<figure class="figure"><img src="` + markup.Escape(r.image(d.Argument)) + `" alt="` +
			markup.Escape(d.Options["alt"]) + `">` + string(r.Block(d.Body)) + "</figure>\n")
	}
	title := ""
	if d.Argument != "" {
		title = "<p><strong>" + string(r.Inline(d.Argument)) + "</strong></p>"
	}
	return markup.HTML(`<aside class="callout" data-kind="` + markup.Escape(d.Name) + `">` + title + string(r.Block(d.Body)) + "</aside>\n")
}
