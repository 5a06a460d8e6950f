package commands_test

import (
	"fmt"
	"strconv"
	"strings"

	"parlour/commands"
)

// readCaps reads the caps of a step of a conversation, such as "games=2".
func readCaps(words []string) (c commands.Caps, err error) {
	fields := map[string]*int{"games": &c.Games, "parlour": &c.Parlour, "tables": &c.Tables, "pair": &c.Pair, "challenges": &c.Challenges}
	for _, word := range words {
		name, number, _ := strings.Cut(word, "=")
		if fields[name] == nil {
			return c, fmt.Errorf("there is no cap %q", name)
		}
		if *fields[name], err = strconv.Atoi(number); err != nil {
			return c, err
		}
	}
	return c, nil
}
