package arena

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parlour/games"
)

// studyLevel is the step of the ladder whose games tell what it is worth to begin; the last of a shorter ladder does.
const studyLevel = 8

// study returns the matches that tell what it is worth to begin a game: of a level against itself, at the usual options and, in
// a game with a swap, with and without it. Permute has other sizes and starts too.
func (c Cmd) study(o games.Opponent) (all []Cmd) {
	info, levels := o.Info(), o.Levels()
	level := string(levels[min(studyLevel, len(levels))-1])
	boards := []map[string]string{{}}
	if info.Name == "permute" {
		boards = []map[string]string{{}, {"size": "11"}, {"size": "12"}, {"size": "12", "start": "blocks"}, {"size": "13"}}
	}
	for _, board := range boards {
		for _, swap := range swaps(info) {
			options := maps.Clone(board)
			if swap != "" {
				options[games.SwapOption] = swap
			}
			all = append(all, Cmd{A: level, B: level, Game: info.Name, Games: c.Games, Option: options, Seed: c.Seed, Workers: c.Workers})
		}
	}
	return all
}

// swaps returns the values of the option to swap sides, and "" for a game without one.
func swaps(info games.Info) []string {
	i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.Name == games.SwapOption })
	if i < 0 {
		return []string{""}
	}
	return info.Options[i].Values
}

// begins returns the share of the first places that whoever begins had, in matches of a level against itself.
func (s score) begins() (share float64) {
	for seat, at := range s.Sat {
		if seat == 0 {
			share += at.Share
		} else {
			share += float64(at.Games) - at.Share
		}
	}
	return share
}

// studied returns the games of a study of a level against itself.
func (b *book) studied(game, level, options string) (sum score) {
	for m := range b.lines {
		if m.Game == game && m.A == level && m.Options == options {
			sum = sum.plus(b.score(m))
		}
	}
	return sum
}

// studied returns the results of a study as the rows of a table, those of one game after the other's.
func studied(list []games.Game, b *book) string {
	var rows strings.Builder
	for _, o := range opponents(list) {
		for _, c := range (Cmd{}).study(o) {
			options, err := o.Info().Complete(c.Option)
			if err != nil {
				continue
			}
			if sum := b.studied(c.Game, c.A, optionsOf(options)); sum.Games > 0 {
				low, high := wilson(sum.begins()/float64(sum.Games), sum.Games)
				fmt.Fprintf(&rows, "| %s | %s | %s | %.1f %% (%.1f to %.1f) of %d |\n", o.Info().Title, optionsOf(options), c.A,
					100*sum.begins()/float64(sum.Games), 100*low, 100*high, sum.Games)
			}
		}
	}
	return rows.String()
}
