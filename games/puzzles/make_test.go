package puzzles

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
)

var (
	making = flag.Int("make", 0, "write so many weeks of puzzles anew, or with -of those of some games")
	more   = flag.Bool("more", false, "keep the puzzles that are there, and find those that are missing")
	makeOf = flag.String("of", "", "the games whose puzzles are written anew")
)

// A kind says how the puzzles of a game are found.
type kind struct {
	game    string
	a, b    int               // the ladder's steps between which the two that play are drawn
	options map[string]string // that are not the usual ones
	most    int               // plies that are played, at most; 0 for all
	last    int               // plies before the end in which a puzzle is looked for; 0 for all
	// find judges a position of a game that goes on: the one move that does what is asked, and in how many turns; "" for
	// no puzzle, and far if the position is too far from the end to tell
	find func(g games.Exact, s games.State) (m games.Move, turns int, far bool)
}

// others is how many moves a puzzle has at least that don't do it.
const others = 6

var kinds = []kind{
	{game: "magic", a: 1, b: 3, most: 7, find: inThree},
	{game: "pentago", a: 2, b: 5, find: fiveInTwo},
	{game: "slyde", a: 1, b: 2, options: map[string]string{"size": "6"}, find: keepsTheWin(5, false)},
	{game: "permute", a: 1, b: 2, options: map[string]string{"size": "7", "swap": "off"}, find: keepsTheWin(5, false)},
	{game: "catchup", a: 1, b: 2, options: map[string]string{"size": "4"}, find: keepsTheWin(3, true)},
	{game: "permutu", a: 1, b: 2, options: map[string]string{"symbols": "12"}, find: keepsTheWin(5, false)},
	{game: "fourinarow", a: 2, b: 4, find: winsIn(3)},
	{game: "chess", a: 8, b: 10, last: 12, find: matesInTwo},
}

// TestMake writes the puzzles anew if a flag says so. They are found by playing games between Parlour's levels. A position
// is a puzzle if one legal move does what is asked, six or more don't, that move does not end the game at once, and the
// easy level, asked five times, never finds it: what anybody sees is no puzzle.
func TestMake(t *testing.T) {
	if *making == 0 {
		t.Skip("make puzzles")
	}
	made := map[string][]Puzzle{}
	for game, list := range lists() {
		made[game] = list
	}
	var mu sync.Mutex
	var busy sync.WaitGroup
	for _, k := range kinds {
		if *makeOf != "" && !slices.Contains(strings.Split(*makeOf, ","), k.game) {
			continue
		}
		busy.Go(func() {
			k.make(t, (len(daysOf(k.game))**making+1)/2, func(found []Puzzle) {
				mu.Lock()
				defer mu.Unlock()
				made[k.game] = found
				write(t, made)
			})
		})
	}
	busy.Wait()
}

// write writes puzzles as they are kept.
func write(t *testing.T, made map[string][]Puzzle) {
	var out bytes.Buffer
	for _, k := range kinds {
		for _, p := range made[k.game] {
			line, err := json.Marshal(p)
			if err != nil {
				t.Error(err)
			}
			out.Write(append(line, '\n'))
		}
	}
	if err := os.WriteFile("year.jsonl", out.Bytes(), 0o644); err != nil {
		t.Error(err)
	}
}

// named returns a game by its name.
func named(t *testing.T, name string) games.Opponent {
	t.Helper()
	list := all.Games()
	i := slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == name })
	if i < 0 {
		t.Fatalf("there is no game %q", name)
	}
	return list[i].(games.Opponent)
}

// make finds so many puzzles of a game, one a game that is played, and keeps them after each.
func (k kind) make(t *testing.T, count int, keep func([]Puzzle)) {
	g, start := named(t, k.game), time.Now()
	seen, played := map[string]bool{}, uint64(0)
	var found []Puzzle
	if *more {
		found, played = lists()[k.game], 1000*uint64(len(lists()[k.game]))
	}
	for len(found) < count {
		played++
		p, ok := k.from(t, g, played)
		if ok && !seen[p.Line] {
			seen[p.Line] = true
			found = append(found, p)
			keep(slices.Clone(found))
		}
		if ok && len(found)%10 == 1 {
			t.Logf("%s: %d puzzles of %d games in %v", k.game, len(found), played, time.Since(start).Round(time.Second))
		}
	}
	t.Logf("%s: %d puzzles of %d games in %v", k.game, len(found), played, time.Since(start).Round(time.Second))
}

// ends is how many ends of each game are played, from which so many moves are taken back.
const ends, takenBack = 8, 7

// from plays a game by a number, and then its end anew some times. It returns the puzzle that lies farthest from an end among
// those that can be told.
func (k kind) from(t *testing.T, g games.Opponent, number uint64) (Puzzle, bool) {
	rng := rand.New(rand.NewPCG(number, 44))
	p := Puzzle{Game: k.game, Options: k.options}
	if g.Info().With(k.options).Chance {
		p.Seed = games.SeedOf(games.Seed{}, []string{"puzzle", k.game, strconv.FormatUint(number, 10)})
	}
	states := []games.State{must(g.Start(p.Setup(g.Info())))}
	var log []games.Ply
	for n := range ends {
		if n > 0 {
			back := max(len(log)-takenBack, 0)
			states, log = states[:back+1], log[:back]
		}
		var players [seats]games.Player
		for i := range players {
			players[i] = must(g.Player(string(g.Levels()[k.a-1+rng.IntN(k.b-k.a+1)]), games.Limit{}))
		}
		for {
			s := states[len(states)-1]
			if len(s.ToMove()) == 0 || k.most > 0 && len(log) > k.most {
				break
			}
			seat := s.ToMove()[0]
			m := players[seat](s.View(seat), seat, games.Seed{byte(rng.Uint32()), byte(rng.Uint32())})
			states, log = append(states, must(s.Play(seat, m))), append(log, games.Ply{Seat: seat, Move: m})
		}
		ok := false
		exact, _ := g.(games.Exact)
		for i, s := range slices.Backward(states[:len(log)]) {
			m, turns, far := k.find(exact, s)
			if far || k.last > 0 && len(log)-i > k.last {
				break
			}
			if m != "" && !obvious(g, s, m) {
				p.Line, p.Move, p.Turns, ok = line(log[:i]), m, turns, true
			}
		}
		if ok {
			return p, true
		}
	}
	return p, false
}

// line writes a log as [games.Line] reads it.
func line(log []games.Ply) (text string) {
	next := games.Seat(0)
	for i, p := range log {
		if i > 0 {
			text += " "
		}
		if p.Seat != next {
			text += fmt.Sprintf("%d:", p.Seat)
		}
		text += string(p.Move)
		next = (p.Seat + 1) % seats
	}
	return text
}

// obvious reports whether a move ends the game at once, is the first that is offered, or is found by the easy level in one
// of five tries.
func obvious(g games.Opponent, s games.State, m games.Move) bool {
	seat := s.ToMove()[0]
	if len(must(s.Play(seat, m)).ToMove()) == 0 {
		return true
	}
	if firstOf(s) == m {
		return true
	}
	easy := must(g.Player(string(games.Easy), games.Limit{}))
	for n := range byte(5) {
		if easy(s.View(seat), seat, games.Seed{n, 1}) == m {
			return true
		}
	}
	return false
}

// firstOf returns the move that is offered first, which forms give as an example.
func firstOf(s games.State) games.Move {
	seat, picked := s.ToMove()[0], []string{}
	for games.Made(s, seat, picked) == "" {
		picked = append(picked, s.Step(seat, picked).Options()[0].Value)
	}
	return games.Made(s, seat, picked)
}

// must returns what cannot fail.
func must[T any](got T, err error) T {
	if err != nil {
		panic(err)
	}
	return got
}
