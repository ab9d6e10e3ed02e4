package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"gputour/server/federate"
	"gputour/server/flags"
	"gputour/server/httpd"
	"gputour/server/oidc"
	"gputour/server/page"
)

// This file has sign-in at other systems: a provider of identities from the command line, learning systems from the class's page.

// federation are its flags.
type federation struct {
	URL     string   `name:"url" help:"Where browsers reach the class, if that is not where it listens: the https address of a proxy." placeholder:"https://HOST"`
	Issuer  string   `name:"oidc-issuer" help:"Let people sign in at an OpenID Connect provider." placeholder:"URL"`
	Client  string   `name:"oidc-client" help:"The provider's client id for this class." placeholder:"ID"`
	Secret  string   `name:"oidc-secret-file" help:"File with the client's secret." placeholder:"FILE"`
	Label   string   `name:"oidc-name" help:"What to call the provider; otherwise its host." placeholder:"NAME"`
	Domains []string `name:"oidc-domain" help:"Let in only verified e-mail addresses of this domain; may be repeated." placeholder:"DOMAIN"`
	Groups  []string `name:"oidc-group" help:"Let in only members of this group; may be repeated." placeholder:"GROUP"`
	Yes     bool     `name:"yes" help:"Let people sign in although there is no TLS, and others in the network can read along."`
	Claim   string   `name:"oidc-groups-claim" help:"The claim that holds groups." default:"groups" placeholder:"CLAIM"`
}

// background runs f until the function that it returns is called, which waits for that.
func background(f func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f(ctx)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// errPlainSignIn is the error of a sign-in that others in the network could take over.
var errPlainSignIn = errors.New("accounts of the school are used only where nobody can read along: serve with --tls, or behind a proxy with TLS and its address in --url, or only this machine with --addr 127.0.0.1:PORT; --yes does it all the same")

// Validate refuses what makes no sense; the reader of the command line calls it.
func (f *federation) Validate() error {
	switch {
	case f.Issuer == "" && (f.Client != "" || f.Secret != "" || f.Label != "" || len(f.Domains)+len(f.Groups) > 0):
		return errors.New("the flags --oidc-… need --oidc-issuer")
	case f.Issuer != "" && f.Client == "":
		return errors.New("--oidc-issuer needs --oidc-client, which the provider has given you")
	}
	if f.URL == "" {
		return nil
	}
	u, err := url.Parse(f.URL)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("--url %s: write https://HOST, without a path", f.URL)
	}
	f.URL = "https://" + u.Host
	return nil
}

// names are the hosts that the flags name.
func (f *federation) names() []string {
	u, err := url.Parse(f.URL)
	if err != nil || u.Host == "" {
		return nil
	}
	return []string{u.Hostname()}
}

// private refuses to sign anybody in where others could read along, unless somebody has said that they want it.
func (f *federation) private(bound net.Addr, tls bool) error {
	host, _, err := net.SplitHostPort(bound.String())
	if f.Issuer == "" || tls || f.Yes || f.URL != "" || err == nil && httpd.Loopback(host) {
		return nil
	}
	return flags.Usage(fmt.Errorf("--oidc-issuer: %w", errPlainSignIn))
}

// provider is the provider of the flags, nil without one, and what to call it.
func (f *federation) provider() (*oidc.Provider, string, error) {
	if f.Issuer == "" {
		return nil, "", nil
	}
	secret, _, err := flags.OidcSecret.Read("", f.Secret)
	if err != nil {
		return nil, "", err
	}
	p, err := oidc.New(oidc.Config{Issuer: f.Issuer, Client: f.Client, Secret: secret, Domains: f.Domains, Groups: f.Groups, Claim: f.Claim, Now: time.Now})
	if err != nil {
		return nil, "", flags.Usage(fmt.Errorf("--oidc-issuer: %w", err))
	}
	name := f.Label
	if u, err := url.Parse(f.Issuer); err == nil && name == "" {
		name = u.Hostname()
	}
	return p, name, nil
}

// federate puts the parts together for a class.
func (f *federation) federate(room *classroom, pages *page.Site, p *oidc.Provider, name string, tls bool) *federate.Service {
	cookies := httpd.Cookies{Port: room.reach.Port(), Secure: tls}
	return federate.New(federate.Options{
		Store: room.kept, Class: room.class, Pages: pages, Course: room.lessons.Load, Log: room.log, Now: time.Now,
		Port: room.reach.Port(), Secure: tls, Base: f.URL, Provider: p, Name: name,
		Admit: func(w http.ResponseWriter, cookie string) { http.SetCookie(w, cookies.New(cookie)) },
	})
}
