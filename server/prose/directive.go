package prose

import (
	"html/template"

	"gputour/lessons/lesson"
)

// Directive renders what stands in a fence that is no cell.
func (r *Renderer) Directive(d *lesson.Directive) template.HTML {
	switch d.Name {
	case "math":
		return template.HTML(`<div class="math" data-tex="` + template.HTMLEscapeString(d.Body) + `"><code>` + template.HTMLEscapeString(d.Body) + "</code></div>\n")
	case "mermaid":
		return template.HTML(`<pre class="mermaid">` + template.HTMLEscapeString(d.Body) + "</pre>\n")
	case "figure", "image":
		return template.HTML(`<figure class="figure"><img src="` + template.HTMLEscapeString(r.image(d.Argument)) + `" alt="` +
			template.HTMLEscapeString(d.Options["alt"]) + `">` + string(r.Block(d.Body)) + "</figure>\n")
	}
	title := ""
	if d.Argument != "" {
		title = "<p><strong>" + string(r.Inline(d.Argument)) + "</strong></p>"
	}
	return template.HTML(`<aside class="callout" data-kind="` + template.HTMLEscapeString(d.Name) + `">` + title + string(r.Block(d.Body)) + "</aside>\n")
}
