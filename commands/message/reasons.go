package message

import (
	"maps"
	"strings"

	"parlour/commands/locale"
	"parlour/games"
)

// reasons says after the words for a move what speaks for it: the game's reason and, on a line of its own, its worth. Of
// a move that ends the game the reason is enough. If the move is the best and loses, all of them do.
func (p private) reasons(words string, s games.State, seat games.Seat, a games.Advice, isBest bool) string {
	worth := p.worth(a.Worth, seat)
	if isBest && loses(a.Worth) {
		worth = p.say("hint.worth.least") + " " + worth
	}
	why := p.why(s, seat, a.Best)
	switch {
	case why.Key == "":
		return strings.TrimSpace(words + " " + worth)
	case ends(s, seat, a.Best):
		worth = ""
	}
	return Lines(words+" "+p.voice.Say(p.by(why, seat)), worth)
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
func (p private) why(s games.State, seat games.Seat, m games.Move) games.Text {
	if reasoner, ok := p.m.Game.(games.Reasoner); ok {
		return reasoner.Why(s.View(seat), seat, m)
	}
	return games.Text{}
}

// by has a sentence that speaks to the player of a seat name that player to other readers.
func (p private) by(said games.Text, seat games.Seat) games.Text {
	if seat != p.m.SeatOf(p.r.ID) {
		args := map[string]any{}
		maps.Copy(args, said.Args)
		args["By"] = seat
		said.Args = args
	}
	return said
}

// play says the moves that are expected after the first of a line: "A likely answer: b3 dark. Then you: a1 dark." It says
// none of a game with hidden hands, because what can be played there depends on them.
func (p private) play(s games.State, seat games.Seat, line []games.Move) string {
	if p.m.Info.Hidden {
		return ""
	}
	last := seat // who made the move before
	var said []string
	for i, move := range line {
		after, err := s.Play(seat, move)
		if err != nil {
			break
		}
		if i > 0 {
			key := "hint.then"
			switch {
			case i == 1 && seat != last:
				key = "hint.answer"
			case i > 1 && seat == last:
				key = "hint.after"
			case seat == p.m.SeatOf(p.r.ID):
				key = "hint.then.you"
			}
			said = append(said, p.say(key, "Player", seat, "Move", p.tried(s, seat, move)))
		}
		if s = after; len(s.ToMove()) != 1 {
			break
		}
		last, seat = seat, s.ToMove()[0]
	}
	return strings.Join(said, " ")
}

// tried says a move so that it can follow "Try".
func (p private) tried(s games.State, seat games.Seat, move games.Move) locale.Verbatim {
	if try := p.telling(s, seat, move).Try; try.Key != "" {
		return locale.Verbatim(p.voice.Say(try))
	}
	return p.named(s, seat, move)
}

// others says which moves are as good as the best one or, if none is, which one comes next and what it is worth.
func (p private) others(s games.State, seat games.Seat, a games.Advice) string {
	var good []string
	for _, c := range a.Others {
		if c.Good && len(good) < mostGood {
			good = append(good, string(p.named(s, seat, c.Move)))
		}
	}
	switch {
	case len(good) > 0:
		return p.say("hint.good", "Moves", locale.Verbatim(strings.Join(good, " · ")))
	case len(a.Others) == 0:
		return ""
	}
	next := a.Others[0]
	return strings.TrimSpace(p.say("hint.next", "Move", p.named(s, seat, next.Move)) + " " + p.worth(next.Worth, seat))
}

// mostGood is how many moves that are as good as the best are named.
const mostGood = 3

// named says a move by its steps.
func (p private) named(s games.State, seat games.Seat, m games.Move) locale.Verbatim {
	return locale.Verbatim(sayMove(p.voice, s, seat, m))
}
