package magic

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

var _ games.Reasoner = Game{}

// has reports whether a side of a plain position has a row.
func (p plain) has(side int8) bool {
	for _, l := range plainLines {
		a, b, c := p.board[l[0]], p.board[l[1]], p.board[l[2]]
		if a.owner == side && b == a && c == a {
			return true
		}
	}
	return false
}

// some reports whether a turn leads to a plain position of a kind.
func (p plain) some(is func(plain) bool) bool {
	for _, m := range p.moves(nil) {
		if is(p.play(m)) {
			return true
		}
	}
	return false
}

// rows names the rows of a side.
func (p plain) rows(side int8) (names []string) {
	for _, l := range plainLines {
		if a, b, c := p.board[l[0]], p.board[l[1]], p.board[l[2]]; a.owner == side && b == a && c == a {
			names = append(names, plainName(l[0])+", "+plainName(l[1])+", "+plainName(l[2]))
		}
	}
	return names
}

// kindPlain returns the reason for a move by the rules, written plainly.
func kindPlain(p plain, m plainMove) string {
	own, other := p.mover, 1-p.mover
	after := p.play(m)
	switch winner, over := after.result(); {
	case over && winner == own:
		return "magic.why.locked"
	case over:
		return ""
	}
	made, broke := after.has(own), p.has(other)
	wins := !after.some(func(p plain) bool { return !p.has(own) })
	switch {
	case made && wins:
		return "magic.why.unbroken"
	case wins:
		return "magic.why.forced"
	case made && broke:
		return "magic.why.both"
	case made:
		return "magic.why.row"
	case broke:
		return "magic.why.breaks"
	}
	passed := p
	passed.mover = other
	switch {
	case after.lets(other):
		return ""
	case passed.lets(other):
		return "magic.why.stops"
	case !after.some(func(p plain) bool { return !p.lets(own) }):
		return "magic.why.ready"
	case p.some(func(p plain) bool { return p.lets(other) }):
		return "magic.why.spares"
	}
	return ""
}

// lets reports whether a side makes a row by some turn in a plain position that is not over.
func (p plain) lets(side int8) bool {
	_, over := p.result()
	return !over && p.some(func(p plain) bool { return p.has(side) })
}

// among reports whether all rows that a text names are among some, and there is one at least.
func among(named any, rows []string) bool {
	text, _ := named.(string)
	for name := range strings.SplitSeq(text, " / ") {
		if !slices.Contains(rows, name) {
			return false
		}
	}
	return true
}

// flipped returns the move of the flip that a reason names, without its tile.
func flipped(p plain, why games.Text) plain {
	step := map[any]int8{"→": 1, "←": -1, "↑": -4, "↓": 4}[why.Arg("Arrow")]
	for from := range int8(16) {
		if plainName(from) == why.Arg("From") {
			tile := p.board[from]
			p.board[from], p.board[from+step] = plainTile{owner: nobody}, plainTile{tile.owner, !tile.light}
		}
	}
	return p
}

// rowsAreTrue reports whether the rows that a reason names are there, by the plain game.
func rowsAreTrue(p plain, m plainMove, why games.Text) bool {
	own, other := p.mover, 1-p.mover
	after, rows := p.play(m), why.Arg("Rows")
	switch why.Key {
	case "", "magic.why.ready", "magic.why.fends", "magic.why.threatens", "magic.why.avoids", "magic.why.plans":
		return true
	case "magic.why.locked", "magic.why.row":
		return among(rows, after.rows(own))
	case "magic.why.breaks":
		return among(rows, p.rows(other)) && strings.Count(rows.(string), "/")+1 == len(p.rows(other)) && !after.has(other)
	case "magic.why.both":
		return among(rows, p.rows(other)) && among(why.Arg("Own"), after.rows(own)) && !after.has(other)
	case "magic.why.unbroken":
		then := flipped(after, why)
		return among(rows, after.rows(own)) && !among(rows, then.rows(own)) && among(why.Arg("Left"), then.rows(own))
	case "magic.why.forced":
		return among(why.Arg("Left"), flipped(after, why).rows(own))
	case "magic.why.spares":
		all, n := p.moves(nil), 0
		for _, m := range all[:min(len(all), 40)] { // all of them would take long where there are more
			if next := p.play(m); next.lets(other) {
				n++
			}
		}
		count := why.Arg("Count").(int)
		return n == count || len(all) > 40 && n < count && count < len(all)
	}
	p.mover = other
	return p.some(func(p plain) bool { return among(rows, p.rows(other)) })
}

// makes lists the rows that the side to move makes by some turn, those that can't be broken alone or all.
func (p plain) makes(all bool) (rows []string) {
	own := p.mover
	for _, m := range p.moves(nil) {
		next := p.play(m)
		winner, over := next.result()
		if all || over && winner == own || !over && !next.some(func(p plain) bool { return !p.has(own) }) {
			rows = append(rows, next.rows(own)...)
		}
	}
	return rows
}

// quietly reports whether what a reason says of rows to come is so.
func quietly(p plain, m plainMove, why games.Text) bool {
	passed, after, own := p, p.play(m), p.mover
	again := after
	passed.mover, again.mover = 1-own, own
	switch safe := len(after.makes(false)) == 0; why.Key {
	case "magic.why.fends":
		return safe && among(why.Arg("Rows"), passed.makes(false))
	case "magic.why.threatens":
		return safe && among(why.Arg("Rows"), again.makes(false))
	case "magic.why.plans":
		return safe && among(why.Arg("Rows"), again.makes(true)) && !p.lets(own)
	case "magic.why.avoids":
		all, lets := p.moves(nil), 0
		for _, m := range all {
			if len(p.play(m).makes(false)) > 0 {
				lets++
			}
		}
		return safe && 2*lets >= len(all)
	}
	return false
}

// Whatever is said for a turn is true by the plain game, in the positions of the zoo and at random.
func TestWhyIsTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	var texts []string
	said := gametest.Told{}
	check := func(s games.State, p plain, m plainMove) {
		seat := s.ToMove()[0]
		why := Game{}.Why(s.View(seat), seat, games.Move(m.text()))
		want := kindPlain(p, m)
		if end := strings.TrimPrefix(why.Key, "magic.why."); want == "" && slices.Contains([]string{"fends", "threatens", "avoids", "plans"}, end) {
			want = why.Key
			if !quietly(p, m, why) {
				t.Errorf("%s in %s is said to be good because %v", m.text(), s.(state).pos, why)
			}
		}
		if why.Key != want || !rowsAreTrue(p, m, why) {
			t.Errorf("%s in %s is said to be good because %v, want %s and what is true", m.text(), s.(state).pos, why, want)
		}
		gets := Game{}.Tell(s.View(seat), seat, games.Move(m.text())).Gets
		want = ""
		if end := strings.TrimPrefix(why.Key, "magic.why."); end == "locked" || end == "unbroken" {
			want = "magic.gets." + end
		}
		if gets.Key != want || want != "" && !among(gets.Arg("Rows"), p.play(m).rows(p.mover)) {
			t.Errorf("%s in %s is said to bring %v, want %q", m.text(), s.(state).pos, gets, want)
		}
		after, other := p.play(m), 1-p.mover
		_, over := after.result()
		lets := Game{}.Tell(s.View(seat), seat, games.Move(m.text())).Lets.Key != ""
		if can := !over && after.some(func(p plain) bool { return p.has(other) }); lets != can {
			t.Errorf("%s in %s is said to let the other side make a row: %v, want %v", m.text(), s.(state).pos, lets, can)
		}
		said.Add(why)
	}
	for line := range strings.SplitSeq(zoo, "\n") {
		if text, ok := strings.CutPrefix(line, "set "); ok {
			texts = append(texts, text)
		} else if best, ok := strings.CutPrefix(line, "best => "); ok {
			text := texts[len(texts)-1]
			p := plainFrom(text)
			for _, m := range p.moves(nil) {
				if strings.HasPrefix(best, m.text()) {
					check(from(t, text), p, m)
				}
			}
		}
	}
	for i := range 60 {
		texts = append(texts, randomPosition(rng, 3+i%11))
	}
	for _, text := range texts {
		s, p := from(t, text), plainFrom(text)
		if _, over := s.Result(); over {
			continue
		}
		moves := p.moves(nil)
		for range 5 {
			check(s, p, moves[rng.IntN(len(moves))])
		}
	}
	if said[""] == 0 {
		t.Error("there is something to say for every turn, want some without")
	}
	said.All(t, Game{}, "magic.why.")
}
