package page

import (
	"bytes"

	"gputour/lessons/api"
	"gputour/server/markup"
	"gputour/web/boot"
	"gputour/web/text"
)

// This file shows what torch and numpy have here, module by module: the page that the program writes of itself.

// apiName is the page's name beside those of the course.
const apiName = "api"

// apiView is what the template of the list gets.
type apiView struct {
	Lang    text.Lang
	Modules []api.Module
}

// T is a word of the page.
func (v apiView) T(key string) string { return v.Lang.T(key) }

func (s *Site) apiPage(lang text.Lang, l *layout, p *boot.Page) error {
	l.Title = lang.T("api.title")
	p.Title = l.Title
	l.mark(apiName)
	list, err := s.api(lang)
	l.Body = readingView{markup.HTML(markup.Escape(l.Title)), list}
	return err
}

// api is the list in a language, made when somebody first asks for it.
func (s *Site) api(lang text.Lang) (markup.HTML, error) {
	if made, ok := s.made.Load(lang); ok {
		return made.(markup.HTML), nil
	}
	var b bytes.Buffer
	if err := s.templates.Execute(&b, "api", apiView{lang, api.Modules()}); err != nil {
		return "", err
	}
	made := markup.HTML(b.String())
	s.made.Store(lang, made)
	return made, nil
}
