package lti

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"gputour/server/auth"
	"gputour/server/idtoken"
)

// MessageType is what a launch is for.
type MessageType string

// The message types that we take (Core section 5.3.1, Deep Linking section 4.4).
const (
	ResourceLink MessageType = "LtiResourceLinkRequest" // somebody opens a link that stands in a course
	DeepLinking  MessageType = "LtiDeepLinkingRequest"  // somebody wants to choose what a new link opens
)

// claim is the beginning of the names of the standard's own claims.
const claim = "https://purl.imsglobal.org/spec/lti/claim/"

// Launch is a message of a platform, which it has signed.
type Launch struct {
	Issuer     string         `json:"-"`
	Subject    string         `json:"-"` // who comes: unique at the issuer, and never anybody else
	Role       auth.Role      `json:"-"` // what they are in the course
	Name       string         `json:"name"`
	Given      string         `json:"given_name"`
	Family     string         `json:"family_name"`
	Email      string         `json:"email"` // the platform vouches for it no more than for the name
	Locale     string         `json:"locale"`
	Type       MessageType    `json:"https://purl.imsglobal.org/spec/lti/claim/message_type"`
	Version    string         `json:"https://purl.imsglobal.org/spec/lti/claim/version"`
	Deployment string         `json:"https://purl.imsglobal.org/spec/lti/claim/deployment_id"`
	Target     string         `json:"https://purl.imsglobal.org/spec/lti/claim/target_link_uri"`
	Roles      []string       `json:"https://purl.imsglobal.org/spec/lti/claim/roles"`
	Context    Context        `json:"https://purl.imsglobal.org/spec/lti/claim/context"`
	Link       LinkClaim      `json:"https://purl.imsglobal.org/spec/lti/claim/resource_link"`
	LIS        LISClaim       `json:"https://purl.imsglobal.org/spec/lti/claim/lis"`
	Custom     map[string]any `json:"https://purl.imsglobal.org/spec/lti/claim/custom"`
	Members    MembersClaim   `json:"https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"`
	Grades     GradesClaim    `json:"https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"`
	Deep       DeepClaim      `json:"https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"`
}

// Context is the course (Core section 5.4.1).
type Context struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Title string `json:"title"`
}

// LinkClaim is the link (Core section 5.3.5).
type LinkClaim struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// LISClaim is what the school's own records say (Core section 5.4.7).
type LISClaim struct {
	Number string `json:"person_sourcedid"`
}

// MembersClaim is where the people of the course are listed (Names section 3.6.1.1).
type MembersClaim struct {
	URL string `json:"context_memberships_url"`
}

// GradesClaim is where points go (Grades section 3.1): LineItem is the column of this link, when it has one.
type GradesClaim struct {
	Scopes    []string `json:"scope"`
	LineItems string   `json:"lineitems"`
	LineItem  string   `json:"lineitem"`
}

// DeepClaim says what may be chosen and where the choice goes (Deep Linking section 4.4.1).
type DeepClaim struct {
	Return    string          `json:"deep_link_return_url"`
	Accept    []string        `json:"accept_types"`
	Multiple  *bool           `json:"accept_multiple"`
	LineItems *bool           `json:"accept_lineitem"`
	Data      json.RawMessage `json:"data"` // is given back as it is
}

// Verifier accepts the launches of one platform.
type Verifier struct {
	Platform Platform
	Keys     idtoken.Keys
	Ours     func(address string) bool // whether an address is one of ours that a launch may want
	Now      func() time.Time
}

// Launch returns what a signed message says; nonce is what the request for it held. The error is a *Refusal or an *idtoken.Refusal.
func (v *Verifier) Launch(ctx context.Context, raw, nonce string) (Launch, error) {
	token := idtoken.Verifier{Issuer: v.Platform.Issuer, Client: v.Platform.Client, Keys: v.Keys, Now: v.Now}
	claims, err := token.Verify(ctx, raw, nonce)
	if err != nil {
		return Launch{}, err
	}
	var l Launch
	if err := claims.Into(&l); err != nil {
		return Launch{}, err
	}
	l.Issuer, l.Subject = claims.Issuer, claims.Subject
	l.Role = RoleOf(l.Roles)
	return l, v.fits(l)
}

func (v *Verifier) fits(l Launch) error {
	p := v.Platform
	switch {
	case l.Version != "1.3.0": // Core section 5.3.2
		return refuse(Version, "%q", l.Version)
	case l.Type != ResourceLink && l.Type != DeepLinking:
		return refuse(Message, "%q", l.Type)
	case l.Deployment == "" || len(l.Deployment) > 255 || len(p.Deployments) > 0 && !slices.Contains(p.Deployments, l.Deployment): // Core section 5.3.3
		return refuse(Deployment, "%q", l.Deployment)
	case l.Type == ResourceLink && !v.Ours(l.Target): // Core section 5.3.4
		return refuse(Target, "%q", l.Target)
	case l.Type == ResourceLink && (l.Link.ID == "" || len(l.Link.ID) > 255): // Core section 5.3.5
		return refuse(Link, "%q", l.Link.ID)
	case l.Role == auth.Nobody:
		return refuse(Roles, "%q", l.Roles)
	case l.Type == DeepLinking:
		return v.answerable(l)
	}
	return nil
}

// answerable refuses a deep linking request that cannot be answered.
func (v *Verifier) answerable(l Launch) error {
	switch {
	case !secure(l.Deep.Return):
		return refuse(Settings, "return to %q", l.Deep.Return)
	case !slices.Contains(l.Deep.Accept, linkType):
		return refuse(Settings, "accepts only %q", l.Deep.Accept)
	case !l.Role.May(auth.Watch):
		return refuse(Roles, "%q chooses", l.Roles)
	}
	return nil
}

// FullName is what to call who comes, "" when the platform keeps it to itself.
func (l Launch) FullName() string { return fullName(l.Name, l.Given, l.Family) }

func fullName(name, given, family string) string {
	if name == "" {
		name = strings.TrimSpace(given + " " + family)
	}
	return name
}

// Text is a custom parameter of the link (Core section 5.4.6), "" when it has no such one.
func (l Launch) Text(name string) string {
	text, _ := l.Custom[name].(string)
	return text
}
