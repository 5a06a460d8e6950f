package games

import (
	"errors"
	"reflect"
	"testing"
)

func TestDuelRefuses(t *testing.T) {
	begun, over := Duel{Ply: 1}, Duel{Ply: 1, Ended: &Ending{}}
	for _, c := range []struct {
		duel Duel
		ply  Ply
		want string // the key of the refusal, none for a move that may be made
	}{
		{Duel{}, Ply{0, "x"}, ""}, {begun, Ply{1, "x"}, ""}, {begun, Ply{0, "x"}, "refuse.turn"},
		{begun, Ply{1, Lapse}, ""}, {begun, Ply{0, Lapse}, "refuse.lapse"},
		{begun, Ply{0, Leave}, ""}, {begun, Ply{1, Leave}, ""}, {begun, Ply{0, Draw}, ""},
		{begun, Ply{0, Return}, "refuse.return"}, {begun, Ply{2, "x"}, "refuse.seat"}, {begun, Ply{Spectator, Leave}, "refuse.seat"},
		{over, Ply{1, "x"}, "refuse.over"}, {over, Ply{0, Leave}, "refuse.over"}, {over, Ply{2, Return}, "refuse.over"},
	} {
		err := c.duel.Check(c.ply.Seat, c.ply.Move)
		var r *Refusal
		if errors.As(err, &r) != (c.want != "") || r != nil && r.Text.Key != c.want {
			t.Errorf("Check(%d, %q) at ply %d = %v, want %q", c.ply.Seat, c.ply.Move, c.duel.Ply, err, c.want)
		}
	}
}

func TestDuelEnds(t *testing.T) {
	won := Say("toy.reason")
	for _, c := range []struct {
		why  string
		end  func(*Duel)
		want Duel
		r    Result
	}{
		{"seat 1 lapses", func(d *Duel) { d.Stop(1, Lapse) },
			Duel{1, Lapse, 1, &Ending{0, Say("reason.lapse", "Player", Seat(1))}}, Result{Places: []int{1, 2}}},
		{"seat 0 leaves", func(d *Duel) { d.Stop(0, Leave) },
			Duel{1, Leave, 0, &Ending{1, Say("reason.leave", "Player", Seat(0))}}, Result{Places: []int{2, 1}}},
		{"the time of seat 0 is spent", func(d *Duel) { d.Stop(0, Spent) },
			Duel{1, Spent, 0, &Ending{1, Say("reason.spent", "Player", Seat(0))}}, Result{Places: []int{2, 1}}},
		{"the player of seat 1 is absent", func(d *Duel) { d.Stop(1, Absent) },
			Duel{1, Absent, 1, &Ending{0, Say("reason.absent", "Player", Seat(1))}}, Result{Places: []int{1, 2}}},
		{"both agree", func(d *Duel) { d.Stop(0, Draw) },
			Duel{1, Draw, 0, &Ending{Spectator, Say("reason.draw", "Player", Seat(0))}}, Result{Places: []int{1, 1}}},
		{"seat 1 wins", func(d *Duel) { d.Move("y"); d.End(1, won) },
			Duel{2, "y", 1, &Ending{1, won}}, Result{Places: []int{2, 1}}},
	} {
		var d Duel
		d.Move("x")
		if d.Next() != 1 || !d.Owes(1) || d.Owes(0) || !reflect.DeepEqual(d.ToMove(), []Seat{1}) || len(d.In()) != 2 || d.Winner() != Spectator || d.Reason() != nil {
			t.Errorf("after a move it is %+v, want seat 1 to move", d)
		}
		if r, over := d.ResultOf([2]int{3, 4}); over || r.Places != nil {
			t.Errorf("while it goes on the result is %+v", r)
		}
		c.end(&d)
		c.r.Scores, c.r.Reason = []int{3, 4}, c.want.Ended.Reason
		if r, over := d.ResultOf([2]int{3, 4}); !reflect.DeepEqual(d, c.want) || !over || !reflect.DeepEqual(r, c.r) {
			t.Errorf("when %s it is %+v with %+v, want %+v with %+v", c.why, d, r, c.want, c.r)
		}
		if d.Next() != Spectator || d.Owes(Spectator) || d.ToMove() != nil || d.In() != nil || d.Winner() != c.want.Ended.Winner || !reflect.DeepEqual(*d.Reason(), c.want.Ended.Reason) {
			t.Errorf("when %s, %+v still asks for a move", c.why, d)
		}
		clear(d.Reason().Args)
		if !reflect.DeepEqual(d, c.want) {
			t.Errorf("when %s, a change of the reason has made it %+v", c.why, d)
		}
	}
}

// A View tells of the last ply in a line, and of a move of the game's own also what it did.
func TestDuelTells(t *testing.T) {
	for _, c := range []struct {
		last Move
		unit int
		line string
		said int
	}{{"", 0, "", 0}, {"x", 3, "line", 1}, {Leave, 4, "system.leave", 0}, {Lapse, 4, "system.lapse", 0}, {Draw, 4, "system.draw", 0}} {
		ply := 3
		if c.last == "" {
			ply = 0
		}
		var w Words
		Duel{Ply: ply, Last: c.last, Mover: 1}.Seen().Tell(&w, func() Text { return Say("line") }, func() Text { return Say("last") })
		if w.Unit != c.unit || w.Line.Key != c.line || len(w.Last) != c.said || c.last.System() && w.Line.Args["Player"] != Seat(1) {
			t.Errorf("after %q the words are %+v, want line %d, %q, and %d sentences", c.last, w, c.unit, c.line, c.said)
		}
	}
}
