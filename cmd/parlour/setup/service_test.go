package setup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour"
)

// managed makes the machine one with systemd, on which somebody may install services. It returns the commands
// that were run; those that begin with fails fail.
func (p *place) managed(fails string) *[]string {
	p.t.Helper()
	var done []string
	p.machine.admin = true
	p.machine.program = filepath.Join(p.t.TempDir(), "parlour")
	p.machine.do = func(_ context.Context, command ...string) error {
		line := strings.Join(command, " ")
		done = append(done, line)
		if fails != "" && strings.HasPrefix(line, fails) {
			return errors.New(line + ": exit status 1: Job for parlour.service failed")
		}
		return nil
	}
	p.put("run/systemd/system/x", "")
	must(p.t, os.WriteFile(p.machine.program, []byte("the program"), 0o755))
	return &done
}

// put writes a file of the system.
func (p *place) put(path, text string) {
	p.t.Helper()
	path = p.machine.at(path)
	must(p.t, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600))
}

// wantSystem checks a file of the system.
func (p *place) wantSystem(path string, mode os.FileMode, text string) {
	p.t.Helper()
	got, err := os.ReadFile(p.machine.at(path))
	if err != nil || string(got) != strings.ReplaceAll(text, "TOKEN=TOKEN", "TOKEN="+p.discord.Token()) {
		p.t.Errorf("%s is %q, %v; want %q", path, got, err, text)
	}
	if info, err := os.Stat(p.machine.at(path)); err != nil || info.Mode().Perm() != mode {
		p.t.Errorf("%s has the mode %v, want %v", path, info.Mode(), mode)
	}
}

const service = "Shall Parlour be a service, which starts with this machine and needs no window? [Y/n]"

// With an archive it puts the program, its unit and its settings where a package would.
func TestTheServiceOfAnArchive(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	done := p.managed("")
	said, next, err := p.run(exchange{"Token:", p.discord.Token()}, exchange{service, ""})
	if err != nil || next != nil || !strings.Contains(said, "Parlour runs, and starts with this machine") || !strings.HasSuffix(said, "type /play.\n") {
		t.Errorf("it ends with %v, goes on with %q and says %s", err, next, said)
	}
	p.wantSystem("usr/bin/parlour", 0o755, "the program")
	p.wantSystem("etc/systemd/system/parlour.service", 0o644, parlour.Unit)
	p.wantSystem("etc/parlour/parlour.env", 0o600, strings.Replace(parlour.Settings, "DISCORD_TOKEN=\n", "DISCORD_TOKEN=TOKEN\n", 1)+"PARLOUR_API="+p.discord.URL()+"\n")
	if want := []string{"systemctl daemon-reload", "systemctl enable parlour", "systemctl restart parlour"}; !slices.Equal(*done, want) {
		t.Errorf("it runs %q, want %q", *done, want)
	}
	if found := p.files(); len(found) > 0 {
		t.Errorf("it leaves the token twice: %q", found)
	}

	p.put("etc/systemd/system/parlour.service", "# ours")
	if _, _, err := p.run(exchange{"Token:", p.discord.Token()}, exchange{service, "y"}); err != nil {
		t.Error(err)
	}
	p.wantSystem("etc/systemd/system/parlour.service", 0o644, "# ours")
	if _, err := os.Stat(p.machine.at("etc/parlour/parlour.env.old")); err == nil {
		t.Error("settings with the same token are kept aside")
	}
}

// With a package it gives the service its token, and leaves what the package has brought.
func TestTheServiceOfAPackage(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	done := p.managed("")
	p.put(packaged[0], parlour.Unit)
	p.put(variables, "# ours\nDISCORD_TOKEN=before\n DISCORD_TOKEN_FILE=/f\nPARLOUR_GAMES=magic")
	p.has("token = \"" + p.discord.Token() + "\"\n")
	said, _, err := p.run(exchange{"[Y/n]", "y"}, exchange{service, "y"})
	if err != nil || !strings.Contains(said, "its settings from before are kept as "+p.machine.at(variables)+".old") {
		t.Errorf("it ends with %v and says %s", err, said)
	}
	p.wantSystem(variables, 0o600, "# ours\nDISCORD_TOKEN=TOKEN\n# DISCORD_TOKEN_FILE=/f\nPARLOUR_GAMES=magic\nPARLOUR_API="+p.discord.URL()+"\n")
	p.wantSystem(variables+".old", 0o600, "# ours\nDISCORD_TOKEN=before\n DISCORD_TOKEN_FILE=/f\nPARLOUR_GAMES=magic")
	if want := []string{"systemctl enable parlour", "systemctl restart parlour"}; !slices.Equal(*done, want) {
		t.Errorf("it runs %q, want %q", *done, want)
	}
	for _, path := range []string{binary, ownUnit} {
		if exists(p.machine.at(path)) {
			t.Errorf("it writes %s, which the package has", path)
		}
	}
}

// A service that does not start is a sentence that says where to look.
func TestAServiceThatDoesNotStart(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.managed("systemctl restart")
	if _, _, err := p.run(exchange{"Token:", p.discord.Token()}, exchange{service, "y"}); err == nil || !strings.Contains(err.Error(), "journalctl -u parlour says why: systemctl restart parlour: exit status 1") {
		t.Errorf("it says %v", err)
	}
}

// A person who wants no service gets the file of settings. If they leave at that question, nothing is written.
func TestNoService(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	done := p.managed("")
	if _, _, err := p.run(exchange{"Token:", p.discord.Token()}, exchange{service, interrupt}); !errors.Is(err, errLeft) {
		t.Errorf("who leaves reads %v", err)
	}
	if found := p.files(); len(found) > 0 {
		t.Errorf("who leaves leaves %q", found)
	}
	said, next, err := p.run(exchange{"Token:", p.discord.Token()}, exchange{service, "n"}, exchange{"Start Parlour now? [Y/n]", "y"})
	if err != nil || next == nil || strings.Contains(said, "sudo") {
		t.Errorf("it ends with %v, goes on with %q and says %s", err, next, said)
	}
	p.want(whole)
	if len(*done) > 0 || exists(p.machine.at(variables)) {
		t.Errorf("it runs %q", *done)
	}
}

// A person who may not install a service reads the two commands for somebody who may.
func TestTheCommandsForAnAdministrator(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	done := p.managed("")
	p.machine.admin = false
	said, _, err := p.run(exchange{"Token:", p.discord.Token()}, exchange{"Start Parlour now? [Y/n]", "n"})
	if want := "types:\n  sudo " + p.machine.program + " setup --config " + p.file + "\n  systemctl status parlour\n"; err != nil || !strings.Contains(said, want) {
		t.Errorf("it ends with %v and says %s, want %s", err, said, want)
	}
	if len(*done) > 0 {
		t.Errorf("it runs %q", *done)
	}
	for _, os := range []string{"darwin", "windows"} {
		p.machine.os, p.machine.admin = os, true
		if p.machine.manages() {
			t.Errorf("on %s it offers systemd", os)
		}
	}
}

// A command that fails says what it printed.
func TestWhatACommandPrinted(t *testing.T) {
	t.Parallel()
	if err := do(t.Context(), "go", "no-such-command"); err == nil || !strings.Contains(err.Error(), "go no-such-command: exit status 2: go no-such-command: unknown command") {
		t.Errorf("it says %v", err)
	}
	if err := do(t.Context(), "go", "version"); err != nil {
		t.Error(err)
	}
}
