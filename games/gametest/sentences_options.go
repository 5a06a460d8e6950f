package gametest

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"parlour/games"
)

// maxMenu is how many characters of an option a menu shows before a press: its value and what it
// is about, with a dash between.
const maxMenu = 40

// options checks the words of the values of a game's options: people read them on a table and
// type them, with commas between.
func (c sentences) options(list []games.Option) error {
	var errs []error
	whose := map[string]string{}
	for _, o := range list {
		for _, value := range o.Values {
			key := c.keyOfValue(o.Name, value)
			if _, known := c.sentences[key]; !known {
				continue // which fits says
			}
			said, err := c.say(games.Say(key, "Value", value))
			if err != nil {
				errs = append(errs, err)
				continue
			}
			about := c.sentences[c.game+".option."+o.Name].forms["other"]
			if n := utf8.RuneCountInString(said + " – " + about); n > maxMenu {
				errs = append(errs, fmt.Errorf("%s and its option have %d characters, want at most %d, as a menu cuts the rest", key, n, maxMenu))
			}
			if strings.ContainsAny(said, ",=:") {
				errs = append(errs, fmt.Errorf("%s says %q, want words without a comma, a colon and =", key, said))
			}
			name := o.Name + "=" + value
			if other, twice := whose[strings.ToLower(said)]; twice {
				errs = append(errs, fmt.Errorf("%s and %s both say %q", other, name, said))
			}
			whose[strings.ToLower(said)] = name
		}
	}
	return errors.Join(errs...)
}

// keyOfValue returns the key of the words for a value of an option: its own, or the one of
// all values that have none.
func (c sentences) keyOfValue(option, value string) string {
	key := c.game + ".option." + option + "."
	if _, own := c.sentences[key+value]; own {
		return key + value
	}
	return key + "each"
}
