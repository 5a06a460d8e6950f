package sandbox

import (
	"encoding/json"
	"strings"
	"testing"
)

// An interaction has the language of the person. That of the server is English until it is a
// Community.
func TestLanguages(t *testing.T) {
	got := make(chan asked, 1)
	s, b := play(t, Config{}, func(i asked) {
		got <- i
		i.answer(4, `{"content":"x"}`)
	})
	languages := func(channel string) string {
		t.Helper()
		b.slash("ann", channel, "/go")
		var in struct {
			Locale      string
			GuildLocale string `json:"guild_locale"`
			Guild       struct {
				Locale   string
				Features []string
			}
		}
		i := next(t, got, "the interaction")
		if err := json.Unmarshal(i.raw, &in); err != nil {
			t.Fatal(err)
		}
		return strings.Join(append([]string{in.Locale, in.GuildLocale, in.Guild.Locale}, in.Guild.Features...), " ")
	}
	if l := languages(games); l != "en-US en-US en-US" {
		t.Errorf("at first the languages are %q", l)
	}
	s.d.Change(func() { s.d.Person("ann").Locale = "de" })
	if l := languages(games); l != "de en-US en-US" {
		t.Errorf("when ann speaks German the languages are %q", l)
	}
	updateServer(s, func() { s.d.Server.Locale = "fr" })
	if l := languages(games); l != "de fr fr COMMUNITY" {
		t.Errorf("in a French Community the languages are %q", l)
	}
	if l := strings.TrimSpace(languages(s.User("ann").DM())); l != "de" {
		t.Errorf("in a direct channel the languages are %q", l)
	}
}
