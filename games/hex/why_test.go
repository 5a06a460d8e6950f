package hex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

func script() gametest.Script { return gametest.Script{Game: Game{}} }

// after returns the plain position after a stone of a side, whose turn it may not be.
func (p plain) after(m string, side int) plain {
	p.mover = side
	return p.Play(m)
}

// wins lists the cells with which a side would have a chain at once.
func (p plain) wins(side int) (all []string) {
	for _, m := range p.Moves() {
		if p.after(m, side).needs(side) == 0 {
			all = append(all, m)
		}
	}
	return all
}

// bridged reports whether a side, which waits, wins by answering in the other cell of each bridge: as often as it takes,
// whatever the other side plays. It tries all that.
func (p plain) bridged(side int, seen map[string]bool) bool {
	if p.needs(side) == 0 {
		return true
	}
	if p.needs(1-side) == 0 {
		return false
	}
	key := p.text()
	if known, ok := seen[key]; ok {
		return known
	}
	won := true
	for _, m := range p.Moves() {
		next, saved := p.after(m, 1-side), false
		for _, answer := range next.Moves() {
			if saved = next.after(answer, side).bridged(side, seen); saved {
				break
			}
		}
		if won = won && saved; !won {
			break
		}
	}
	seen[key] = won
	return won
}

// truth reports whether a reason for a move is true by the plain game.
func (p plain) truth(why games.Text, m string) bool {
	own, other, after := p.mover, 1-p.mover, p.Play(m)
	n := func(name string) int { n, _ := why.Arg(name).(int); return n }
	cell, _ := why.Arg("Cell").(string)
	kind := strings.TrimPrefix(why.Key, "hex.why.")
	switch {
	case kind == "":
		return true
	case kind == "wins":
		return after.needs(own) == 0
	case after.needs(own) == 0 || len(after.wins(other)) > 0 || kind != "stops" && len(p.wins(other)) > 0:
		return false
	}
	switch kind {
	case "stops":
		return slices.Contains(p.wins(other), cell)
	case "nears":
		return n("Count") == after.needs(own) && n("Count") < p.needs(own) && n("Left") == after.needs(other) &&
			!slices.ContainsFunc(p.Moves(), func(by string) bool {
				next := p.Play(by)
				return by != m && next.needs(own) <= n("Count") && next.needs(other) >= n("Left")
			})
	case "wanted":
		return n("Count") == after.needs(own) && n("Count") < p.needs(own) && n("Left") == after.needs(other) &&
			n("There") == p.after(m, other).needs(other)
	case "denies":
		return n("Left") == after.needs(other) && n("There") == p.after(m, other).needs(other) && n("There") < n("Left")
	case "hinders":
		return n("From") == p.needs(other) && n("To") == after.needs(other) && n("To") > n("From")
	case "sure":
		return after.bridged(own, map[string]bool{})
	case "still":
		return after.after(cell, other).bridged(other, map[string]bool{})
	case "late":
		return p.bridged(other, map[string]bool{})
	case "blocks", "takes":
		return (kind == "takes") == (cell == m) && p.after(cell, other).bridged(other, map[string]bool{})
	case "threatens":
		return after.after(cell, own).bridged(own, map[string]bool{})
	case "enters":
		left := gametest.ReadName(cell)
		beside := func(end string) bool {
			text := why.Arg(end).(games.Text)
			at, stone := text.Arg("Cell").(string) // else it is an edge
			return !stone || touch(gametest.ReadName(at), left) && touch(gametest.ReadName(at), gametest.ReadName(m)) &&
				p.stones[gametest.ReadName(at)] == other
		}
		_, taken := after.stones[left]
		return !taken && touch(left, gametest.ReadName(m)) && beside("First") && beside("Second")
	case "saves", "bridge":
		return true // the script says these
	}
	return false
}

// Whatever is said for a stone is true by the plain game, which tries every answer in a bridge where few cells are left. The
// script has the reasons of which that is none.
func TestWhyIsTrue(t *testing.T) {
	rng, told := rand.New(rand.NewPCG(4, 9)), gametest.Told{}
	const few = 7
	for i := range 60 {
		size := 3 + i%3
		p, s := newPlain(size), play(t, fmt.Sprintf("size=%d,swap=off", size), "")
		for moves := p.Moves(); len(moves) > 0; moves = p.Moves() {
			m := gametest.AnyOf(moves, rng)
			why := Game{}.Why(s.View(s.Next()), s.Next(), games.Move(m))
			if v := s.View(0).(View); why.Key == "hex.why.sure" && chance(v, games.Move(m), search.Budget{Playouts: 1}, rng) != 1 {
				t.Errorf("%s wins for sure, and the chance is another in\n%s", m, p.text())
			}
			switch why.Key {
			case "hex.why.sure", "hex.why.blocks", "hex.why.takes", "hex.why.still", "hex.why.threatens", "hex.why.late":
				if len(moves) > few {
					why = games.Text{}
				}
			}
			if told.Add(why); !p.truth(why, m) {
				t.Errorf("%s is said to be good because %v, which is not so in\n%s", m, why, p.text())
			}
			p, s = p.Play(m), gametest.Move(t, s, games.Move(m))
		}
	}
	for _, kind := range []string{"wins", "stops", "saves", "sure", "blocks", "bridge", "wanted", "hinders"} {
		if told["hex.why."+kind] == 0 {
			t.Errorf("no stone %s", kind)
		}
	}
}

func TestScript(t *testing.T) {
	script().Run(t, `
	start size=7|size=14 => starts
	start size=1|size=15|size=x => refuse.size
	start swap=maybe => refuse.swap-option
	parse d4|D4|d 4|4d|d-4|d,4|d4. => d4
	parse swap|Swap|swap sides => swap
	parse d|44|d4 e5|resign => hex.refuse.notation

	# With the swap each first stone has one more answer.
	at size=5
	perft 1|2|3 => 25|625|14400
	text =>     a b c d e/ 1  - - - - -/  2  - - - - -/   3  - - - - -/    4  - - - - -/     5  - - - - -
	owes => Place a stone. You join top and bottom.
	then c3
	perft 1|2 => 25|576
	owes => Swap colours, or place a stone. You join left and right.
	line => 1 Ann c3
	last => Ann places c3.
	json => {"ended":null,"last":"c3","mover":0,"placed":"c3","ply":1,"rows":["-----","-----","--R--","-----","-----"],"size":5,"swap":true,"swapped":false,"winner":-1}
	choice swap => Swap colours; swap; You'd be Red, Ann Blue. Play it?
	tell swap|b2|leave => Ben swapped colours; swapping colours|Ben placed b2|
	play c3|f1|swaps|0:a1 => c3 has a stone already. Pick an empty cell.|f1 isn't on this board. Pick a cell from a1 to e5.|“swaps” isn't a move. Type a cell, like d4.|Not yet. It's Ben's turn.
	then swap
	sides => Blue Red
	owes => Place a stone. You join left and right.
	moves swap => 0
	play swap => You can't swap now. Make another move.
	captions => Red top and bottom Blue left and right
	at size=3,swap=off
	perft 1|2|3|4 => 9|72|504|3024
	at size=2
	step => hex.ask.cell 2×2: a1@0,0=a1 b1@1,0=b1 a2@0,1=a2 b2@1,1=b2
	then a2
	step => hex.ask.swap 2×2: swap@-1,0=swap a1@0,0=a1 b1@1,0=b1 b2@1,1=b2
	at size=11
	moves => 121: a1 k9

	# Each kind of reason, and who could win at once.
	at size=5,swap=off: c1 a2 c2 e3 c3 d4 b4 e1
	why b5|a5 => wins It joins top and bottom and wins.
	tell b5 => Ann placed b5
	then b5
	result => [1 2] [1 0] Ann wins with top and bottom joined by 5 stones
	line => 9 Ann b5
	json => {"ended":{"key":"hex.reason.chain","args":{"Count":5,"Edges":{"key":"hex.edges.red"}}},"last":"b5","mover":0,"placed":"b5","ply":9,"rows":["--R-B","B-R--","--R-B","-R-B-","-R---"],"size":5,"swap":false,"swapped":false,"winner":0}
	at size=5,swap=off: d1 b3 a4 c3 c5 d3 b1 e3
	why a3 => stops Ben could join left and right at a3. This stops it.
	why b2 => nothing
	warns => Ben can join left and right at a3.
	at size=5,swap=off: c2 d4 b4 b3
	why c3 => saves It saves your bridge from b4 to c2.
	at size=5,swap=off: c2 b4 d4 e2
	why d3|c3 => sure Bridges join top and bottom now, so you win.
	at size=5,swap=off: c2 d5
	why d3 => bridge It's a bridge to c2. Two cells join them, so nobody can cut it.
	at size=7,swap=off: d4 c3
	why e2 => threatens You could join top and bottom by bridges next, at c6.
	why d2 => denies Ben needs 6 more to join left and right. With this cell it'd be 5.
	at size=7,swap=off: c4 e1
	why f1 => nears You need 5 more to join top and bottom, Ben 7. No other cell does as much.
	at size=7,swap=off: b7 d1
	why g1 => wanted You need 5 more to join top and bottom, Ben 7. With it they'd need 5.
	at size=11,swap=off: d5 a11 d4 b11 d3 c11
	why e2 => bridge It's a bridge to the top edge. Two cells join them, so nobody can cut it.
	at size=11,swap=off: d3 d8 f7 e8 f8 j4 g5 g4 h4 h3 i3 f9
	why e9|h5 => denies Ben needs 9 more to join left and right. With this cell it'd be 8.|denies Ben needs 9 more to join left and right. Bridging to j4 makes it 8.
	then e9 i2 j2 j1 k1
	why g6 => blocks With c10 Ann would join top and bottom by bridges. This cuts them.
	at size=7,swap=off: d4 c4 d1 c1 d7
	why d5 => hinders Ann needs 5 more to join top and bottom, up from 4.
	at size=11: e5 e8 c9 i11 d7 j5 c10
	why c8 => enters It enters Ann's bridge from c9 to d7. Only d8 saves it.
	at size=7,swap=off: b3 a5 c5 e6 c3 a2 a3 e5 b2 g2 d4
	why d1 => still Ann can still join top and bottom by bridges, at b6.
	at size=7,swap=off: b3 a5 c5 e6 c3 a2 a3 e5 b2 g2 d4 b4 f3 a6 f6 f4 a1 g3 g6 b6 e3 f5 g4 d3 a7 b5 d5 f1
	why c7 => takes It takes c7, with which Ben would join left and right by bridges.
	at size=7,swap=off: c7 f1 b3 g6 b1 a2 g7 g1 a7 e3 b4 c2 e7 f7 a5 f2 g5 d6 f4 e1 c5 a3 d5 g4 c4 c6 d1 b2 f5 d7 e6 g3 f6 b5 b7 d4 d2
	why d3 => late Ann's bridges join top and bottom already. Only a mistake breaks them.
	untold hex.why. => nothing
	`)
}
