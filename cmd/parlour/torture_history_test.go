package main

import (
	"fmt"
	"slices"
	"strings"

	"parlour/bot/sandbox/discord"
)

// mostTold bounds a line of the history, and mostLines how much of it is said of one table.
const (
	mostTold  = 400
	mostLines = 300
)

// A history is all that went between the bot and Discord in a torture, a line each: what to read when something went wrong long ago.
type history struct {
	nr    int // of the newest exchange
	lines []string
}

// add notes the exchanges that are new.
func (h *history) add(all []discord.Exchange) {
	for _, x := range all {
		if x.Nr <= h.nr {
			continue
		}
		h.nr = x.Nr
		line := fmt.Sprint(x.Time.Format("15:04:05.000 "), x.Method, " ", discord.MaskToken(x.Path), " ", x.Status, " ", x.Fault, " ", string(x.Request), " → ", string(x.Answer))
		h.lines = append(h.lines, line[:min(len(line), mostTold)])
	}
}

// of returns the newest lines that name one of some ids.
func (h *history) of(ids ...string) string {
	var found []string
	for _, line := range h.lines {
		if slices.ContainsFunc(ids, func(id string) bool { return id != "" && strings.Contains(line, id) }) {
			found = append(found, line)
		}
	}
	return strings.Join(found[max(0, len(found)-mostLines):], "\n")
}
