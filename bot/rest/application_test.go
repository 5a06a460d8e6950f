package rest

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"
	"time"

	"parlour/bot/sandbox"
)

// ask asks at an address.
func ask(t *testing.T, api, token string) (Application, error) {
	t.Helper()
	client, err := New(Config{Token: token, API: api, Patience: 20 * time.Second, Pace: 1})
	if err != nil {
		t.Fatal(err)
	}
	return client.Application(t.Context())
}

// A good token leads to its application, and a wrong one is told apart from what else may go wrong.
func TestWhoseTokenItIs(t *testing.T) {
	discord, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	got, err := ask(t, discord.URL(), discord.Token())
	if err != nil || got.User != discord.BotID() || got.ID == "" || got.Name != "Parlour" || got.Key != discord.PublicKey() {
		t.Errorf("of its own token it says %+v, %v", got, err)
	}
	if _, err := ask(t, discord.URL(), "wrong"); !errors.Is(err, ErrTokenRefused) {
		t.Errorf("of a wrong token it says %v", err)
	}
	if _, err := ask(t, "http://127.0.0.1:1", "any"); err == nil || errors.Is(err, ErrTokenRefused) {
		t.Errorf("without a way to Discord it says %v", err)
	}
	portal := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("<html>Please sign in to this network.</html>"))
	}))
	defer portal.Close()
	if _, err := ask(t, portal.URL, "any"); err == nil || errors.Is(err, ErrTokenRefused) {
		t.Errorf("of an answer that is not Discord's it says %v", err)
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
