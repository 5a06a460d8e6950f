package permutu

import (
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// The judge says the share of playouts that are won, and advice says it by the curve of the board. An end needs no
// curve, and somebody alone has none.
func TestAdviceGoesByTheCurve(t *testing.T) {
	before := chances
	defer func() { chances = before }()
	chances = search.Curves{{Size: 3, Seats: 2, Steep: 3, Lift: 0.5}}
	st := play(t, table(2, seat0, "ABC CAB BCA"), "0 1r")
	move := st.Legal(1)[0]
	raw, ok := Game{}.Judge(st.View(1), 1, move, seeded(1))
	take, _ := readNotation(move)
	if got, want := weigh(&st.pos, take, seeded(1), advicePlayouts).worth, chances[0].Of(raw); !ok || got != want || got == raw {
		t.Errorf("%s is worth %v, and %v before the curve, want %v", move, got, raw, want)
	}
	end := position{columns: 3, seats: 2, mover: games.Spectator}
	if got := end.curved(0.5); got != 0.5 {
		t.Errorf("a shared first place at the end is worth %v", got)
	}
	alone := table(1, seat0, "ABC BCA CAB")
	if raw, ok := (Game{}).Judge(alone.View(0), 0, alone.Legal(0)[0], seeded(1)); ok {
		t.Errorf("somebody alone wins against nobody in %v of the games", raw)
	}
}
