package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fight plays a match and returns what is printed.
func fight(t *testing.T, args ...string) (code int, printed string) {
	t.Helper()
	var out, watched bytes.Buffer
	ctx, ended := soon(t, "an arena")
	defer ended()
	code = Run(ctx, append([]string{"arena"}, args...), nil, &out, &watched)
	if code != exitOK {
		return code, watched.String()
	}
	return code, out.String()
}

// times matches durations, in which two runs of the same match differ.
var times = regexp.MustCompile(`[0-9][0-9.hmµn]*s\b`)

// A seed plays the same match again with any number of workers; another seed plays
// another match.
func TestArenaSeedDecidesTheMatch(t *testing.T) {
	t.Parallel()
	code, printed := fight(t, "2", "easy", "magic", "--count", "8")
	if code != exitOK {
		t.Fatalf("the arena ends with %d: %s", code, printed)
	}
	var wins, draws, losses int
	line := strings.Split(printed, "\n")[1]
	if _, err := fmt.Sscanf(line, "2 wins %d, draws %d, loses %d:", &wins, &draws, &losses); err != nil || wins+draws+losses != 8 {
		t.Errorf("the result of 8 games is %q (%v)", line, err)
	}
	for _, same := range [][]string{nil, {"--workers", "3"}} {
		_, again := fight(t, append([]string{"2", "easy", "magic", "--count", "8"}, same...)...)
		if times.ReplaceAllString(again, "") != times.ReplaceAllString(printed, "") {
			t.Errorf("the same match printed\n%s\nand then\n%s", printed, again)
		}
	}
	if _, other := fight(t, "2", "easy", "magic", "--count", "8", "--seed", "5"); strings.Contains(other, line) {
		t.Errorf("another seed plays the same match: %s", other)
	}
}

//test:unwatched
func TestArenaRefuses(t *testing.T) {
	t.Parallel()
	wantSentences(t, `
1 arena hard easy checkers => there is no game "checkers": name one of 
1 arena hard genius magic => Pick easy, 2, 3, medium, 
1 arena hard easy magic --seats 3 => 2 players
1 arena hard easy permute --option size=99 => can't be “99”. Pick
2 arena hard easy magic --count 0 => --count takes a number from 1
2 arena hard easy magic --count 9223372036854775807 => --count takes a number from 1 to 1000000
1 arena hard easy permutu --seats 1 --time 1s => leave it out
2 arena hard easy permute --time=-1s => --time takes a time such as 300ms, not -1s
2 arena hard easy permute --time 1s --workers 2 => leave --workers out
1 arena hard easy magic --time 1s => takes no time or playouts
2 arena hard easy => name two players and a game
2 arena hard easy magic --all => --all and --study choose players
2 arena --all --seats 2 => --all and --study choose players
2 arena --all --ladder --results x => say one of both
2 arena --ladder => give it --results FILE
2 arena --ladder --results x --seats 2 => give it --results FILE
1 arena --ladder --results /nowhere/x => no results to print
1 arena --all --results /nowhere/x --games magic => name another file with --results
2 arena hard easy magic --results x => --results is for --all, --study and --ladder
2 arena hard easy permute --playouts=-1 => --playouts takes a number from 1
2 arena hard easy permute --playouts 5 --time 1s => no --time beside it
1 arena hard easy magic --playouts 5 => takes no time or playouts
2 arena hard easy permute --sprt 10 => takes two differences in Elo
2 arena hard easy permute --sprt 10:0 => takes two differences in Elo
1 arena hard easy permutu --seats 3 --sprt 0:10 => --sprt is for games of two
2 arena --all --sprt 0:10 => --all and --study choose players
1 arena hard easy permute --pgn x => no notation for other programs
2 arena hard x permute --player easy=x => can't be the name of a player
2 arena hard x permute --player x => --player takes NAME=COMMAND
2 arena hard x permute --player x=y --player x=z => two players are called x
2 arena hard x permute --player x=y --player-time 0s => --player-time takes a time
1 arena hard x permute --player x=uci:y => doesn't play Permute
2 sandbox --player X=y => can't be the name of a player
2 run --player x=y --player-memory 0 => --player-memory a number from 1
`)
}

// A program plays in the place of an opponent. Where it fails, the game goes on without it, which the report says.
func TestArenaPlaysPrograms(t *testing.T) {
	t.Parallel()
	column := "column=while read what rest; do case $what in go) echo = d;; *) echo =; esac; done"
	code, said := fight(t, "easy", "column", "fourinarow", "--count", "2", "--player", column)
	if code != exitOK || !strings.Contains(said, "\ncolumn failed in ") || !strings.Contains(said, " of these games, and medium played on") {
		t.Errorf("it ends with %d and says %s", code, said)
	}
	code, said = fight(t, "broken", "broken", "fourinarow", "--count", "2", "--player", "broken=exit 1")
	if code != exitOK || strings.Count(said, "broken failed in 2 of these games") != 2 {
		t.Errorf("it ends with %d and says %s", code, said)
	}
}

// Games of chess are kept in PGN.
func TestArenaKeepsPGN(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.pgn")
	code, said := fight(t, "easy", "beginner", "chess", "--count", "2", "--pgn", file)
	kept, err := os.ReadFile(file)
	if code != exitOK || err != nil || strings.Count(string(kept), "\n\n1. ") != 2 ||
		!strings.Contains(string(kept), "[White \"easy\"]\n[Black \"beginner\"]") || !strings.Contains(string(kept), "[White \"beginner\"]\n[Black \"easy\"]") {
		t.Errorf("it ends with %d, says %s and keeps (%v)\n%s", code, said, err, kept)
	}
}

// Both players make as many playouts as the command line says. The report says how often A won in each seat.
func TestArenaWithPlayouts(t *testing.T) {
	t.Parallel()
	code, said := fight(t, "hard", "uct", "fourinarow", "--count", "3", "--playouts", "1")
	if code != exitOK || !strings.Contains(said, ", 1 playouts a move\n") || strings.Count(said, " % of 2 (") != 2 {
		t.Errorf("it ends with %d and says %s", code, said)
	}
}

// Alone, both play every deal, and the report compares how many blocks they take singly.
func TestArenaForOne(t *testing.T) {
	t.Parallel()
	code, said := fight(t, "hard", "greedy", "permutu", "--seats", "1", "--count", "8", "--option", "symbols=9")
	if code != exitOK || !strings.Contains(said, "of 4 deals") || !strings.Contains(said, "% fewer") {
		t.Errorf("the arena ends with %d: %s", code, said)
	}
}

// The last deal is played from every seat too: the number of games is rounded up.
func TestArenaRoundsUpToWholeDeals(t *testing.T) {
	t.Parallel()
	for seats, want := range map[string]string{"1": "2 games", "2": "2 games", "3": "3 games"} {
		code, said := fight(t, "easy", "greedy", "permutu", "--seats", seats, "--count", "1", "--option", "symbols=9")
		if code != exitOK || !strings.Contains(said, want) {
			t.Errorf("a match of one game at a table of %s ends with %d: %s, want %s", seats, code, said, want)
		}
	}
}

// With --all the matches come one after the other, each with its report, and the ladder comes last. --ladder prints it
// again.
//
//test:unwatched
func TestArenaOfAll(t *testing.T) {
	t.Parallel()
	results := filepath.Join(t.TempDir(), "results")
	code, said := fight(t, "--all", "--count", "1", "--games", "magic", "--results", results)
	if code != exitOK || !strings.Contains(said, "medium against 3 at magic, 2 games") || strings.Count(said, " at magic, 2 games, ") < 3 {
		t.Errorf("it ends with %d and says %q", code, said)
	}
	if code, ladder := fight(t, "--ladder", "--games", "magic", "--results", results); code != exitOK || !strings.HasPrefix(ladder, "magic: seed 1; processors ") || !strings.HasSuffix(said, "\n\n"+ladder) {
		t.Errorf("the ladder ends with %d and says %q after %q", code, ladder, said)
	}
}

// A match that is interrupted says so and prints no result.
func TestArenaIsStopped(t *testing.T) {
	ctx, stop := soon(t, "an arena that is stopped")
	stop()
	var out, said bytes.Buffer
	code := Run(ctx, []string{"arena", "easy", "easy", "magic"}, nil, &out, &said)
	if code != exitFailed || out.Len() > 0 || !strings.Contains(said.String(), "stopped before its end") {
		t.Errorf("it ends with %d and prints %q and %q", code, out.String(), said.String())
	}
}
