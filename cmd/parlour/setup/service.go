package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"parlour"
)

// Where the service has its parts.
const (
	variables = "etc/parlour/parlour.env"
	ownUnit   = "etc/systemd/system/parlour.service"
	binary    = "usr/bin/parlour"
)

// packaged lists where a package puts the unit.
var packaged = []string{"usr/lib/systemd/system/parlour.service", "lib/systemd/system/parlour.service"}

// install gives the service its token, and starts it. Where no package has brought the unit and the program,
// it puts them in their places.
func (t *talk) install(ctx context.Context, token string) error {
	steps := [][]string{{"systemctl", "enable", "parlour"}, {"systemctl", "restart", "parlour"}}
	if !t.isPackaged() {
		if err := t.putUnit(); err != nil {
			return fmt.Errorf("the service cannot be installed: %w", err)
		}
		steps = append([][]string{{"systemctl", "daemon-reload"}}, steps...)
	}
	if err := t.tellService(token); err != nil {
		return fmt.Errorf("the service has no token yet, because its settings cannot be written: %w", err)
	}
	t.say("Starting Parlour…")
	for _, step := range steps {
		if err := t.do(ctx, step...); err != nil {
			return fmt.Errorf("the service does not start, and journalctl -u parlour says why: %w", err)
		}
	}
	t.say("Parlour runs, and starts with this machine from now on. systemctl status parlour says how it is.\n")
	return nil
}

// isPackaged reports whether a package has installed the service.
func (t *talk) isPackaged() bool {
	for _, unit := range packaged {
		if exists(t.at(unit)) {
			return true
		}
	}
	return false
}

// putUnit installs what a package would. A unit that is there is left as it is.
func (t *talk) putUnit() error {
	if place := t.at(binary); place != t.program {
		code, err := os.ReadFile(t.program)
		if err != nil {
			return err
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(place), 0o755), write(place, string(code), 0o755)); err != nil {
			return err
		}
		t.say("The program is in %s.", place)
	}
	unit := t.at(ownUnit)
	if exists(unit) {
		return nil
	}
	return errors.Join(os.MkdirAll(filepath.Dir(unit), 0o755), write(unit, parlour.Unit, 0o644))
}

// tellService writes the token into the settings of the service. What else they say stays.
func (t *talk) tellService(token string) error {
	path := t.at(variables)
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte(parlour.Settings), os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err != nil {
		return err
	}
	set := [][2]string{{"DISCORD_TOKEN", token}}
	if api := t.api(); api != "" {
		set = append(set, [2]string{"PARLOUR_API", api})
	}
	also, left := t.carried()
	for _, one := range also { // what the service has been told itself stays
		if !variable(one[0]).Match(old) {
			set = append(set, one)
		}
	}
	text := withVariables(string(old), set)
	if had := variable("DISCORD_TOKEN").FindStringSubmatch(string(old)); had != nil && had[1] != "" && had[1] != token {
		kept, err := setAside(path, string(old))
		if err != nil {
			return err
		}
		t.say("The service had another token; its settings from before are kept as %s.", kept)
	}
	if err := replace(path, text); err != nil {
		return err
	}
	t.say("The settings of the service are in %s, and its games in /var/lib/parlour.", path)
	if len(left) > 0 {
		t.say("The service does without these settings of %s: %s.", t.draft.Path, strings.Join(left, ", "))
	}
	t.tellOfGames(text)
	return nil
}

// variable finds the line of a variable.
func variable(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(name) + `[ \t]*=[ \t]*(.*)$`)
}

// withVariables returns settings of the service with other values. The token is given once, so a file of it is
// left out.
func withVariables(text string, set [][2]string) string {
	text = variable("DISCORD_TOKEN_FILE").ReplaceAllString(text, "#$0")
	for _, one := range set {
		at, line := variable(one[0]), one[0]+"="+one[1]
		if at.MatchString(text) {
			text = at.ReplaceAllLiteralString(text, line)
			continue
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		text += line + "\n"
	}
	return text
}
