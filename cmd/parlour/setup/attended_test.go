package setup

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A person reads in words that the bot runs, and a service's log alone has it.
func TestAPersonReadsThatItRuns(t *testing.T) {
	t.Parallel()
	for _, person := range []bool{true, false} {
		var out, logged bytes.Buffer
		ctx := context.Context(t.Context())
		if person {
			ctx = Attended(ctx, &out)
		}
		Ready(ctx, slog.New(slog.NewTextHandler(&logged, nil)))("https://example.org/invite")
		told := strings.Contains(out.String(), "Parlour is running. Close this window or press Ctrl+C to stop it.\nInvite it: https://example.org/invite\n")
		if told != person || (out.Len() > 0) != person || !strings.Contains(logged.String(), "invite=https://example.org/invite") {
			t.Errorf("before a person, %t, it says %q and logs %q", person, out.String(), logged.String())
		}
	}
}

// After a double click that begins elsewhere, the program's own folder has the settings.
func TestADoubleClickBeginsElsewhere(t *testing.T) {
	noSettings(t)
	home := t.TempDir()
	for _, c := range []struct {
		os, folder, has, env string
		comes                bool
	}{
		{os: "darwin", folder: home, comes: true},
		{os: "linux", folder: home},
		{os: "darwin", folder: home, has: "parlour.toml"},
		{os: "darwin", folder: home, has: "parlour.db"},
		{os: "darwin", folder: home, env: "a-token"},
		{os: "darwin", folder: filepath.Join(home, "none")},
	} {
		elsewhere := t.TempDir()
		t.Chdir(elsewhere)
		t.Setenv("DISCORD_TOKEN", c.env)
		if c.has != "" {
			must(t, os.WriteFile(c.has, nil, 0o600))
		}
		machine{os: c.os, program: filepath.Join(c.folder, "parlour")}.comeHome()
		now, err := os.Stat(".")
		want, _ := os.Stat(home)
		if err != nil || os.SameFile(now, want) != c.comes {
			t.Errorf("%+v: it goes to the folder of the program: %t, %v", c, !c.comes, err)
		}
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	var out bytes.Buffer
	talk := &talk{Console: &Console{out: &out}, machine: machine{os: "darwin", called: "./parlour", program: "/Users/ann/my games/parlour"}, draft: &Draft{Path: "/Users/ann/my games/parlour.toml"}}
	if talk.start(t.Context()); out.String() != "To start Parlour, double-click it, or type: \"/Users/ann/my games/parlour\"\n\n" {
		t.Errorf("it says %q", out.String())
	}
}
