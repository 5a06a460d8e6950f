package insight

import (
	"maps"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/message"
	"parlour/games"
)

// reasons says after the words for the best move of a position what speaks for it: the game's reason and, on a line
// of its own, its worth. Of a move that ends the game the reason is enough.
func (p about) reasons(best string, s games.State, seat games.Seat, a games.Advice) string {
	key := "hint.worth"
	if a.Cost == 0 && loses(a.Worth) {
		key = "hint.worth.least"
	}
	worth := p.worth(key, a.Worth)
	why := p.why(s, seat, a.Best)
	switch {
	case why.Key == "":
		return strings.TrimSpace(best + " " + worth)
	case ends(s, seat, a.Best):
		worth = ""
	}
	return message.Lines(best+" "+p.voice.Say(p.by(why, seat)), worth)
}

// loses reports whether a worth is that of a move that surely loses.
func loses(worth games.Text) bool {
	return strings.HasSuffix(worth.Key, ".worth.loss") || strings.HasSuffix(worth.Key, ".worth.lost")
}

// ends reports whether a move ends the game.
func ends(s games.State, seat games.Seat, m games.Move) bool {
	after, err := s.Play(seat, m)
	if err != nil {
		return false
	}
	_, over := after.Result()
	return over
}

// why returns the game's reason for a move, zero for none.
func (p about) why(s games.State, seat games.Seat, m games.Move) games.Text {
	if reasoner, ok := p.m.Game.(games.Reasoner); ok {
		return reasoner.Why(s.View(seat), seat, m)
	}
	return games.Text{}
}

// by has a sentence that speaks to the player of a seat name that player to other readers.
func (p about) by(said games.Text, seat games.Seat) games.Text {
	if seat != p.m.SeatOf(p.r.ID) {
		args := map[string]any{}
		maps.Copy(args, said.Args)
		args["By"] = seat
		said.Args = args
	}
	return said
}

// play says the moves that are expected after the first of a line: "Then perhaps Ben tries b3 dark. After that, you try a1
// dark." It says none of a game with hidden hands, because what can be played there depends on them.
func (p about) play(s games.State, seat games.Seat, line []games.Move) string {
	if p.m.Info.Hidden {
		return ""
	}
	var said []games.Text
	for i, move := range line {
		after, err := s.Play(seat, move)
		if err != nil {
			break
		}
		if i > 0 {
			tries := "hint.tries"
			if seat == p.m.SeatOf(p.r.ID) {
				tries = "hint.you"
			}
			said = append(said, games.Say(tries, "Player", seat, "Move", p.tried(s, seat, move)))
		}
		if s = after; len(s.ToMove()) != 1 {
			break
		}
		seat = s.ToMove()[0]
	}
	switch len(said) {
	case 0:
		return ""
	case 1:
		return p.say("hint.then", "First", said[0])
	}
	return p.say("hint.then-after", "First", said[0], "Next", said[1])
}

// tried says a move so that it can follow "Try".
func (p about) tried(s games.State, seat games.Seat, move games.Move) locale.Verbatim {
	if try := p.telling(s, seat, move).Try; try.Key != "" {
		return locale.Verbatim(p.voice.Say(try))
	}
	return p.named(s, seat, move)
}

// others says which moves are as good as the best one or, if none is, which one comes next and what it is worth.
func (p about) others(s games.State, seat games.Seat, a games.Advice) string {
	if len(a.Good) > 0 {
		var moves []string
		for _, m := range a.Good[:min(len(a.Good), mostGood)] {
			moves = append(moves, string(p.named(s, seat, m)))
		}
		return p.say("hint.good", "Moves", locale.Verbatim(strings.Join(moves, " · ")))
	}
	if a.Second == "" {
		return ""
	}
	next := p.say("hint.next", "Move", p.named(s, seat, a.Second))
	return strings.TrimSpace(next + " " + p.worth("analyse.made", a.Less))
}

// mostGood is how many moves that are as good as the best are named.
const mostGood = 3

// named says a move by its steps.
func (p about) named(s games.State, seat games.Seat, m games.Move) locale.Verbatim {
	return locale.Verbatim(message.SayMove(p.voice, s, seat, m))
}
