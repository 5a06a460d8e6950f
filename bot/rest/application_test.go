package rest

import (
	"errors"
	"os"
	"regexp"
	"testing"
	"time"

	"parlour/bot/sandbox"
)

// A good token leads to its application, and a wrong one is told apart from what else may go wrong.
func TestWhoseTokenItIs(t *testing.T) {
	discord, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	for token, want := range map[string]error{discord.Token(): nil, "wrong": ErrTokenRefused} {
		client, err := New(Config{Token: token, API: discord.URL(), Patience: 20 * time.Second, Pace: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, err := client.Application(t.Context())
		if !errors.Is(err, want) || err == nil && (got.User != discord.BotID() || got.ID == "" || got.Name != "Parlour" || got.Key != discord.PublicKey()) {
			t.Errorf("of the token %q it says %+v, %v", token, got, err)
		}
	}
	for _, script := range []string{"cut", "200 <html>Please sign in to this network.</html>"} {
		inPlay(t, Config{}, script, func(p *play) {
			if _, err := p.Application(p.Context()); err == nil || errors.Is(err, ErrTokenRefused) {
				p.Errorf("after %s it says %v", script, err)
			}
		})
	}
}

// The link asks for the permissions that README.md lists, and no more.
func TestTheInvitationIsThatOfTheDocument(t *testing.T) {
	link := Invitation("APPLICATION_ID")
	if want := "https://discord.com/oauth2/authorize?client_id=APPLICATION_ID&scope=bot+applications.commands&permissions=309237746688"; link != want {
		t.Errorf("the link is %s, want %s", link, want)
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, told := range regexp.MustCompile(`https://discord\.com/oauth2/authorize\?[^\s`+"`"+`)]*`).FindAllString(string(text), -1) {
		if told != link {
			t.Errorf("README.md has the link %s, want %s", told, link)
		}
	}
}
