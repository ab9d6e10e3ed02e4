// Package lti makes us a tool of learning systems: 1EdTech's LTI 1.3 with its Advantage services.
//
// A platform, as the standard calls a learning system, sends people here with a signed message, of which this package says what it
// means or why it is refused; the other way it asks the platform for the people of a course and gives it their points, signed with
// our own keys. It keeps nothing and shows nothing: the caller does.
//
// Standards, cited by section: Core is "LTI Core Specification 1.3", Security "1EdTech Security Framework 1.0", Deep Linking
// "LTI Deep Linking 2.0", Names "Names and Role Provisioning Services 2.0", Grades "Assignment and Grade Services 2.0" and
// Registration "LTI Dynamic Registration 1.0".
package lti

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Platform is a learning system that knows us: what both told each other (Core section 3.1.3, Security section 5.1.1).
type Platform struct {
	ID          string // ours
	Name        string
	Issuer      string   // as it names itself
	Client      string   // as it names us
	Auth        string   // address where it says who somebody is
	Token       string   // address where we get access to its services
	Audience    string   // whom our assertions are for; "": Token
	JWKS        string   // address of its public keys
	Deployments []string // places of it from which people may come; none: all
	Origins     []string // https://host whose pages may show ours in a frame; none: those of Issuer and Auth
}

// The errors of a platform.
var (
	ErrNoName   = errors.New("a platform needs a name, an issuer and a client id")
	ErrInsecure = errors.New("addresses of a platform begin with https://")
)

// Check refuses a platform that cannot be one.
func (p Platform) Check() error {
	if strings.TrimSpace(p.Name) == "" || p.Issuer == "" || p.Client == "" {
		return ErrNoName
	}
	for _, address := range append([]string{p.Auth, p.Token, p.JWKS}, p.Origins...) {
		if !secure(address) {
			return fmt.Errorf("%w: %q", ErrInsecure, address)
		}
	}
	return nil
}

// Frames are the origins whose pages may show ours.
func (p Platform) Frames() []string {
	if len(p.Origins) > 0 {
		return p.Origins
	}
	var all []string
	for _, address := range []string{p.Issuer, p.Auth} {
		if u, err := url.Parse(address); err == nil && secure(address) {
			if origin := u.Scheme + "://" + u.Host; !slices.Contains(all, origin) {
				all = append(all, origin)
			}
		}
	}
	return all
}

// secure reports whether an address is one that nobody between can change: TLS, or this machine (Security section 3).
func secure(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || strings.ContainsAny(address, " ;,'\"") {
		return false
	}
	local := u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1" || u.Hostname() == "::1"
	return u.Scheme == "https" || u.Scheme == "http" && local
}

// Code says why a message is refused. web/text has the words of each, as of idtoken's codes.
type Code string

// The codes.
const (
	Unknown    Code = "unknown"    // no such platform
	Several    Code = "several"    // more than one, and the platform does not say which
	NoHint     Code = "no-hint"    // nobody is to be signed in
	Target     Code = "target"     // an address that is not ours
	Version    Code = "version"    // not LTI 1.3
	Message    Code = "message"    // of a kind that we do not take
	Deployment Code = "deployment" // from a place that is not registered
	Link       Code = "link"       // no resource link
	Roles      Code = "roles"      // somebody who only looks on
	Settings   Code = "settings"   // a deep linking request that cannot be answered
	Platforms  Code = "platform"   // the platform says that something is wrong
)

// Codes are all codes.
var Codes = []Code{Unknown, Several, NoHint, Target, Version, Message, Deployment, Link, Roles, Settings, Platforms}

// Refusal is the error of a message that is not taken.
type Refusal struct {
	Code   Code
	Detail string // for the log
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("launch refused (%s): %s", r.Code, r.Detail) }

func refuse(code Code, format string, args ...any) error {
	return &Refusal{code, fmt.Sprintf(format, args...)}
}
