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
	"time"

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

// readyWithin is how long a person waits for the service to be ready. Discord may refuse the list of commands, and
// then it never is before somebody has done something about that.
const readyWithin = time.Minute

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
		within, cancel := context.WithTimeout(ctx, readyWithin)
		err := t.do(within, step...)
		cancel()
		switch {
		case errors.Is(err, context.DeadlineExceeded): // systemd goes on with it
			t.say("Parlour is not ready yet, and tries on: systemctl status parlour says what it waits for.\n")
			return nil
		case err != nil:
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
	return regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(name) + `[ \t]*=[ \t]*(.*)(?:\n|\z)`)
}

// withVariables returns settings of the service with other values. The token is given once, so a file of it is
// left out.
func withVariables(text string, set [][2]string) string {
	text = variable("DISCORD_TOKEN_FILE").ReplaceAllString(text, "#$0")
	for _, one := range set {
		text = withLine(text, variable(one[0]), one[0]+"="+one[1]+"\n")
	}
	return text
}

// withLine returns a text with another line in the place of the one that is found, or at its end.
func withLine(text string, at *regexp.Regexp, line string) string {
	if at.MatchString(text) {
		return at.ReplaceAllLiteralString(text, line)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + line
}

// serviceStore is the file of the games of the service, which is told of it by its unit.
const serviceStore = "var/lib/parlour/parlour.db"

// carried returns the variables of the service for what else the file of settings says, and the names of the
// settings that are of no use to it, because they name files that it may not read or are about other commands.
func (t *talk) carried() (set [][2]string, left []string) {
	for _, name := range t.draft.Names() {
		value, known := t.draft.Variable(name)
		switch {
		// they have places of their own
		case name == "token", name == "token-file", name == "api", name == "store" && !strings.Contains(value, "://"):
		case !known, name == "addr", name == "openapi", name == "copies" && value != "none":
			left = append(left, name)
		default:
			set = append(set, [2]string{"PARLOUR_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_")), inVariables(value)})
		}
	}
	return set, left
}

// plain matches what needs no quotation marks in a file of variables.
var plain = regexp.MustCompile(`^[A-Za-z0-9_.,:/@%+=~?&-]*$`)

// inVariables returns a value as systemd reads it in a file of variables.
func inVariables(value string) string {
	if plain.MatchString(value) {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(value) + `"`
}

// tellOfGames says how the service gets the games that are beside the file of settings, if there are any and
// the service has its own in a file.
func (t *talk) tellOfGames(variables string) {
	if set := variable("PARLOUR_STORE").FindStringSubmatch(variables); set != nil && set[1] != "" {
		return
	}
	name := t.draft.Get("store")
	if name == "" {
		name = "parlour.db"
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(t.draft.Path), name)
	}
	store := t.at(serviceStore)
	if name == store || !exists(name) {
		return
	}
	t.say(`The service does not have the games in %s. If Parlour still runs in a window, close
that first, because two at once disturb each other. To bring the games over, then type:
  sudo systemctl stop parlour
  sudo parlour restore --store %s %s
  sudo chown --reference=%s %s
  sudo systemctl start parlour
`, name, quoted(store), quoted(name), quoted(filepath.Dir(store)), quoted(store))
}
