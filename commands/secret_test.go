package commands_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"parlour/commands"
	"parlour/games"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// digits are how a seed, a secret and a hash are written.
var digits = regexp.MustCompile(`[0-9a-f]{64}`)

// guesses returns all that an opponent may draw from as far as an onlooker can tell: the seed of a
// record without one, and whatever looks like a seed in the files that they got, with its hash.
func guesses(files ...[]byte) []games.Seed {
	all := []games.Seed{{}}
	for _, file := range files {
		for _, text := range digits.FindAll(file, -1) {
			var s games.Seed
			if _, err := hex.Decode(s[:], text); err == nil {
				all = append(all, s, games.Seed(sha256.Sum256(s[:])))
			}
		}
	}
	return all
}

// An onlooker who asks for the record and the proof before each move of an opponent has nothing
// from which its draws come, so none of its moves is foretold. From its own secret all 20 are.
//
//test:unwatched
func TestNobodyForetellsAnOpponent(t *testing.T) {
	for _, c := range []struct {
		game   games.Game
		begins []string
	}{
		{permute.Game{}, []string{"ann /play game:permute options:size=12,swap=off level:hard first:me"}},
		{permutu.Game{}, []string{"ann /play game:permutu level:hard first:me", "ann clicks Start on 1"}},
	} {
		t.Run(c.game.Info().Name, func(t *testing.T) {
			var w *talk
			var files [][]byte
			var turn, moves, foretold, known int
			w, aside, _ := thinking(t, thinker{c.game, func(_ games.View, s games.Seat, chance games.Seed) games.Move {
				draws := func(from games.Seed) bool {
					return chance == games.SeedOf(from, []string{"opponent", strconv.Itoa(turn), strconv.Itoa(int(s))})
				}
				if moves++; slices.ContainsFunc(guesses(files...), draws) {
					foretold++
				}
				if draws(*w.head(t, "1").Chance) {
					known++
				}
				legal := w.state().Legal(s)
				return legal[chance.Chance("whim").Below(len(legal))]
			}})
			dice := rand.NewChaCha8([32]byte{7})
			w.with(func(c *commands.Config) { c.Random = dice })
			w.steps(t, c.begins...)
			for turn = 1; moves < 20; turn += 2 {
				w.steps(t, "ann plays "+string(w.first(0)))
				files = w.filesFor(t, "eve", "/record", "/verify")
				thinkOnce(t, aside)
			}
			if foretold != 0 || known != moves {
				t.Errorf("of %d moves %d are foretold, want none, and %d from the opponent's secret, want all", moves, foretold, known)
			}
		})
	}
}

// filesFor has a person give commands, and returns the files that they get, at least one.
func (w *talk) filesFor(t *testing.T, who string, asks ...string) (files [][]byte) {
	t.Helper()
	for _, line := range asks {
		w.steps(t, who+" "+line)
		if panel := w.panel[who]; panel[len(panel)-1].File != nil {
			files = append(files, panel[len(panel)-1].File.Data)
		}
	}
	if len(files) == 0 {
		t.Fatalf("%s got no file", who)
	}
	return files
}
