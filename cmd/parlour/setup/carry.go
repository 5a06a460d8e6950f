package setup

import (
	"path/filepath"
	"regexp"
	"strings"
)

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
