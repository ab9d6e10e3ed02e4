package lti

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"

	"gputour/server/auth"
)

// Member is somebody of a course, as its platform lists them.
type Member struct {
	Subject, Name, Email, Number string
	Role                         auth.Role
	Active                       bool
}

const (
	membersScope = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
	membersType  = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
	mostMembers  = 5000
	mostPages    = 100
)

// The errors of a list of members.
var (
	ErrLong      = errors.New("the platform's list is longer than a class can be")
	ErrElsewhere = errors.New("the platform's list goes on at another site")
)

// Members lists the people of a course (Names section 2): url is of a launch from it.
func (s *Services) Members(ctx context.Context, p Platform, address string) ([]Member, error) {
	var all []Member
	for page := 0; address != ""; page++ {
		if page == mostPages || len(all) > mostMembers {
			return nil, ErrLong
		}
		var got struct {
			Members []struct {
				Subject string   `json:"user_id"`
				Status  string   `json:"status"`
				Name    string   `json:"name"`
				Given   string   `json:"given_name"`
				Family  string   `json:"family_name"`
				Email   string   `json:"email"`
				Number  string   `json:"lis_person_sourcedid"`
				Roles   []string `json:"roles"`
			} `json:"members"`
		}
		head, err := s.call(ctx, p, call{asked: "the people of the course", method: http.MethodGet, url: address, scopes: []string{membersScope}, accept: membersType}, &got)
		if err != nil {
			return nil, err
		}
		for _, m := range got.Members {
			if m.Subject != "" {
				active := m.Status == "" || m.Status == "Active" // Names section 2.3
				all = append(all, Member{m.Subject, fullName(m.Name, m.Given, m.Family), m.Email, m.Number, RoleOf(m.Roles), active})
			}
		}
		if address, err = next(address, head); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// nextLink finds the next page in a Link header (RFC 8288).
var nextLink = regexp.MustCompile(`<([^<>]*)>[^,<]*;\s*rel="?next"?`)

// next is the address of the next page, "" after the last (Names section 2.4.2). It is at the same site: a token goes along.
func next(address string, head http.Header) (string, error) {
	for _, line := range head.Values("Link") {
		m := nextLink.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		from, err := url.Parse(address)
		if err != nil {
			return "", err
		}
		to, err := from.Parse(m[1])
		if err != nil || to.Scheme != from.Scheme || to.Host != from.Host {
			return "", ErrElsewhere
		}
		return to.String(), nil
	}
	return "", nil
}
