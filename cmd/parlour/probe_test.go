package main

import (
	"bytes"
	"strings"
	"testing"

	"parlour/bot/probe"
	"parlour/bot/sandbox"
)

// TestProbeCannotBegin probes a sandbox without what the probe needs.
func TestProbeCannotBegin(t *testing.T) {
	s, err := sandbox.Start(sandbox.Config{})
	must(t, err)
	defer s.Close()
	for _, c := range []struct {
		token, channel string
		code           int
		says           string
	}{
		{s.Token(), "1", exitFailed, "404, 10003"},
		{"another.fake.token", s.Channel("games"), exitFailed, "Discord refuses the token"},
		{"", s.Channel("games"), exitFailed, "token"},
		{s.Token(), "", exitUsage, "--channel"},
	} {
		t.Setenv("DISCORD_TOKEN", c.token)
		args := []string{"probe", "--api", s.URL()}
		if c.channel != "" {
			args = append(args, "--channel", c.channel)
		}
		var out, told bytes.Buffer
		code := Run(t.Context(), args, strings.NewReader(""), &out, &told)
		if code != c.code || !strings.Contains(told.String(), c.says) || c.token != "" && strings.Contains(told.String(), c.token) {
			t.Errorf("exit code %d, want %d with %q: %s", code, c.code, c.says, told.String())
		}
	}
}

// TestProbeExitCodes prints reports with and without a difference.
func TestProbeExitCodes(t *testing.T) {
	for code, row := range map[int]probe.Row{
		exitOK:     {Rule: "A rule.", Sandbox: "200", Discord: "200"},
		exitDiffer: {Rule: "A rule.", Sandbox: "200", Discord: "400, 50035"},
	} {
		var out, told bytes.Buffer
		err := tell(probe.Report{Rows: []probe.Row{row}}, "a.fake.token", &out)
		if got := codeOf(&told, err); got != code || told.Len() > 0 || !strings.Contains(out.String(), row.Discord) {
			t.Errorf("exit code %d, want %d; it says %q and\n%s", got, code, told.String(), out.String())
		}
	}
}
