package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
)

// A player is a person who plays in one match.
type player struct {
	w       *torture
	name    string
	user    *person
	match   string
	channel string
	rng     world.Chance
	tried   int    // turn of the last board that the player acted on; -1 for none
	moved   int    // turn of the last board on which the player moved; -1 for none
	made    func() // called for each move in the last life of the bot
}

// play plays to the end of the match.
func (p *player) play(ctx context.Context) {
	had := "" // the last board that the player acted on
	for {
		board, over, err := p.asked(ctx, had)
		if errors.Is(err, errAgain) {
			had = ""
			continue
		}
		if err != nil || over {
			return
		}
		var a attempt
		back := false
		if p.w.act(ctx, func(life context.Context) {
			if p.talk(life); p.rng.IntN(10) == 0 {
				back = p.takeBack(life, board)
			}
			if !back {
				a = p.move(life, board)
			}
		}) != nil {
			return
		}
		if back {
			continue
		}
		p.w.note(p.match, p.name, a)
		if p.w.moved != nil {
			p.w.moved(ctx, p, a)
		}
		now, _ := about(board)
		p.tried = max(now.turn, a.turn) // the board may have been an older one, which led to the newest
		if a.heard == played {
			p.moved = p.tried
		}
		if a.heard != unknown {
			had = looks(board)
		}
		if a.heard == played && p.w.inLastLife() {
			p.made()
		}
	}
}

// talk answers a question now and then, or offers a draw, which others seldom agree to.
func (p *player) talk(life context.Context) {
	for _, m := range p.user.Sees(p.channel) {
		if o, is := about(m); !is || o.match != p.match || o.ask == 0 || !strings.Contains(m.Content, p.user.Mention()) || p.rng.IntN(2) == 0 {
			continue
		}
		answer := "no"
		if p.rng.IntN(6) == 0 {
			answer = "yes"
		}
		if b := bottest.Control(m, answer); b != "" {
			_, err := p.user.Click(life, m.ID, b)
			p.w.unheard(life, err)
		}
	}
	if p.rng.IntN(8) == 0 {
		_, err := p.ask(life, "/draw")
		p.w.unheard(life, err)
	}
}

// ask asks something by a command, in this match.
func (p *player) ask(life context.Context, command string) (*sandbox.Message, error) {
	m, err := p.user.Slash(life, p.channel, command)
	if err == nil && m != nil && len(menus(*m)) == 1 && strings.Contains(menus(*m)[0].CustomID, ":which:") {
		m, err = p.user.Choose(life, m.ID, "", p.match)
	}
	return m, err
}

// takeBack asks for the player's last move to be taken back, and has the others agree. It reports
// whether that was asked, so that the board asks for nothing any more.
func (p *player) takeBack(life context.Context, board sandbox.Message) bool {
	m, err := p.ask(life, "/takeback")
	if p.w.unheard(life, err) || m == nil {
		return true
	}
	if !strings.HasPrefix(m.Content, "I've asked ") {
		return strings.HasPrefix(m.Content, "Taken back.")
	}
	was, _ := about(board)
	var asked sandbox.Message
	p.user.Await(life, p.channel, func(all []sandbox.Message) bool {
		i := slices.IndexFunc(all, func(m sandbox.Message) bool {
			o, is := about(m)
			return is && o.match == p.match && o.ask > 0 && strings.Contains(m.Content, "wants to take back")
		})
		if i >= 0 {
			asked = all[i]
		}
		newest, _ := newestBoard(all, p.match)
		now, _ := about(newest)
		return i >= 0 || now.turn > was.turn // and the question is gone with its turn
	})
	for _, who := range p.w.people() {
		other := p.w.user(who)
		if !strings.Contains(asked.Content, other.Mention()) {
			continue
		}
		if yes := bottest.Control(asked, "yes"); yes != "" {
			_, err := other.Click(life, asked.ID, yes)
			p.w.unheard(life, err)
		}
	}
	return true
}

// asked waits until the match is over, or until a board asks for a move, other than the
// board that was answered. For a moment a board may still ask a player who has moved in
// its turn. One that asks for bids asks everybody, as many were asked in a direct message.
func (p *player) asked(ctx context.Context, had string) (board sandbox.Message, over bool, err error) {
	mention := p.user.Mention()
	_, err = p.w.await(ctx, p.user, p.channel, func(all []sandbox.Message) bool {
		newest, found := newestBoard(all, p.match)
		board, over = newest, found && slices.Contains(bottest.Labels(newest), "Record")
		now, _ := about(newest)
		asks := strings.Contains(newest.Content, mention) || slices.Contains(bottest.Labels(newest), "Bid")
		return over || now.turn > p.moved && looks(board) != had && found && asks
	})
	return board, over, err
}

// looks returns what a person can see of a board, and its turn: one move may be made, taken back and made again.
func looks(m sandbox.Message) string {
	o, _ := about(m)
	s := fmt.Sprint(o.turn, " ", m.ID, m.Content)
	for _, a := range m.Attachments {
		s += a.Alt
	}
	return s
}

// An attempt is a move that a player asked for, and the answer to it.
type attempt struct {
	turn  int      // in which its button was made or, if it was played as it was typed, of the board then
	steps []string // that make the move; nil if the player came to no move
	heard heard
}

// heard is the answer to an attempt.
type heard int

const (
	refused heard = iota // any other answer
	played               // the answer says that the move was made
	unknown              // there was no answer
)

func (w *torture) note(match, who string, a attempt) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.attempts[match] == nil {
		w.attempts[match] = map[string][]attempt{}
	}
	w.attempts[match][who] = append(w.attempts[match][who], a)
}

// move makes a move, typed or on the panel. A typed move counts for whatever turn it is,
// so a player who does not know whether their last move was made uses the panel.
func (p *player) move(life context.Context, board sandbox.Message) attempt {
	if now, _ := about(board); now.turn > p.tried && p.rng.IntN(3) > 0 {
		if a, suggested := p.typed(life, now.turn); suggested {
			return a
		}
	}
	return p.onPanel(life, board)
}

// typed types one of the moves that are suggested, or the beginning of one, if there are any. The
// panel that answers goes on from there.
func (p *player) typed(life context.Context, turn int) (a attempt, suggested bool) {
	of := "/move game:" + p.match + " move:" // without the game, a move may be one in a game that waits elsewhere
	found, err := p.user.Complete(life, p.channel, of)
	if p.w.unheard(life, err) {
		return attempt{heard: unknown}, true
	}
	if len(found) == 0 {
		return a, false
	}
	text := found[p.rng.IntN(len(found))].Value
	m, err := p.user.Slash(life, p.channel, of+text)
	if err != nil || m == nil || p.says(*m) {
		return p.heard(life, attempt{turn: turn, steps: strings.Fields(text)}, m, err), true
	}
	return p.goOn(life, m), true
}

// onPanel picks a move on a panel: that of a direct message if there is one, or else one
// that the board opens. The board of a game alone is its own panel.
func (p *player) onPanel(life context.Context, board sandbox.Message) attempt {
	if m := p.direct(board); m != nil {
		return p.goOn(life, m)
	}
	return p.goOn(life, &board)
}

// goOn walks to a move from a panel or a board, and confirms it where that is asked. Where nobody
// is asked again, the last step plays it.
func (p *player) goOn(life context.Context, m *sandbox.Message) attempt {
	panel := m
	m, by, err := walk(m, p.rng, func(m *sandbox.Message, c sandbox.Component, values ...string) (*sandbox.Message, error) {
		panel = m
		return use(life, p.user, m, c, values...)
	})
	if err == nil && m != nil && slices.Contains(bottest.Labels(*m), "Confirm") {
		panel, by = m, confirmOf(*m)
		m, err = p.user.Click(life, m.ID, "Confirm")
	}
	if !plays(by) {
		return p.heard(life, attempt{}, m, err)
	}
	a := attempt{turn: by.Turn, steps: by.Steps}
	switch now, board := p.board(m); {
	case err == nil && m == nil && !there(p.user, panel):
		a.heard = played // the panel goes away once the move is shown
		return a
	case err == nil && board && (now <= by.Turn || by.Turn == p.tried):
		a.heard = unknown // an older board may have come after the answer, or the attempt before has moved it on
		return a
	case err == nil && board:
		a.heard = played
		return a
	case err == nil && m != nil && m.Content == panel.Content && slices.Contains(bottest.Labels(*m), "Confirm") && confirmOf(*m).Turn == by.Turn:
		a.heard = unknown // the panel came once more, as a fault had taken the bot's answer, and says nothing of the press
		return a
	}
	return p.heard(life, a, m, err)
}

// board returns the turn of the public board of a game alone that was changed, if it was.
func (p *player) board(m *sandbox.Message) (turn int, is bool) {
	if m == nil || m.Channel != p.channel {
		return 0, false
	}
	o, is := about(*m)
	return o.turn, is
}

// direct returns the newest direct message that asks for the same move as a board. Every other
// time it returns nil.
func (p *player) direct(board sandbox.Message) *sandbox.Message {
	now, _ := about(board)
	all := p.user.Sees(p.user.DM())
	for _, m := range slices.Backward(all) {
		if o, is := about(m); is && o.match == now.match && o.turn == now.turn && len(steps(m)) > 0 && p.rng.IntN(2) == 0 {
			return &m
		}
	}
	return nil
}

// says reports whether an answer says that a move is made.
func (p *player) says(m sandbox.Message) bool {
	return saysPlayed(m) || hasBid(m)
}

// heard notes the answer to an attempt.
func (p *player) heard(life context.Context, a attempt, m *sandbox.Message, err error) attempt {
	switch {
	case err == nil && m != nil && p.says(*m):
		a.heard = played
		if card := bidCard.FindStringSubmatch(m.Content); hasBid(*m) && len(a.steps) > 0 && (card == nil || card[1] != a.steps[0]) {
			p.w.t.Errorf("%s played %q and was answered with %q", p.name, a.steps, m.Content)
		}
	case err != nil || m == nil:
		p.w.unheard(life, err)
		a.heard = unknown
	}
	return a
}

// bidCard matches the card in the answer to a bid.
var bidCard = regexp.MustCompile(`^You bid (\w+)\.`)

// A board of one person that shows a later turn after Confirm says that the move was made, unless the
// attempt before may have been. One of the same turn says nothing: an older board may have come late. Nor does the same
// private panel once more, but with a sentence it refuses.
func TestPlayersReadTheirBoard(t *testing.T) {
	at := func(turn int) *sandbox.Message {
		button := func(label, id string) sandbox.Component {
			return sandbox.Component{Type: 2, Label: label, CustomID: fmt.Sprintf("1:m:%d:%s", turn, id)}
		}
		return &sandbox.Message{Channel: "c", Content: "your turn", Rows: [][]sandbox.Component{{button("Confirm", "confirm:8b"), button("More", "more")}}}
	}
	for name, c := range map[string]struct {
		answer *sandbox.Message
		tried  int
		want   heard
	}{
		"a later turn":                   {at(7), 4, played},
		"an older board that came late":  {at(6), 4, unknown},
		"a turn that was tried before":   {at(7), 6, unknown},
		"a refusal for the person alone": {&sandbox.Message{Channel: "c", Content: "No.", Ephemeral: true}, 4, refused},
	} {
		says := func(context.Context, action, deed) (*sandbox.Message, error) { return c.answer, nil }
		p := &player{user: &person{guise: says}, channel: "c", tried: c.tried}
		if a := p.goOn(t.Context(), at(6)); a.heard != c.want || a.turn != 6 || !slices.Equal(a.steps, []string{"8b"}) {
			t.Errorf("%s: the attempt is %+v, want it heard as %d", name, a, c.want)
		}
	}
	panel := at(6)
	panel.Channel, panel.Ephemeral = "", true
	for content, want := range map[string]heard{panel.Content: unknown, "I couldn't play 8b. " + panel.Content: refused} {
		answer := *panel
		answer.Content = content
		says := func(context.Context, action, deed) (*sandbox.Message, error) { return &answer, nil }
		p := &player{user: &person{guise: says}, channel: "c", tried: 4}
		if a := p.goOn(t.Context(), panel); a.heard != want {
			t.Errorf("the same panel with %q is heard as %d, want %d", content, a.heard, want)
		}
	}
}
