package all

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every game can be offered: names that fit a command, and options that fit a menu.
func TestGamesCanBeOffered(t *testing.T) {
	for _, g := range Games() {
		info := g.Info()
		if !regexp.MustCompile(`^[a-z]{1,32}$`).MatchString(info.Name) || info.Title == "" || info.Designer == "" || !strings.HasPrefix(info.Source, "https://") || info.Rules < 1 {
			t.Errorf("Info() = %+v", info)
		}
		if info.MinSeats < 1 || info.MaxSeats < info.MinSeats {
			t.Errorf("%s is for %d to %d", info.Name, info.MinSeats, info.MaxSeats)
		}
		for _, o := range info.Options {
			if len(o.Values) > 25 || !slices.Contains(o.Values, o.Default) {
				t.Errorf("option %s of %s: %v, default %q", o.Name, info.Name, o.Values, o.Default)
			}
		}
	}
}
