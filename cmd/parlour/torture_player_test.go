package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"parlour/bot/sandbox"
)

// A player is a person who plays in one match.
type player struct {
	w       *torture
	name    string
	user    *sandbox.User
	match   string
	channel string
	rng     *rand.Rand
	tried   int    // turn of the last board that the player acted on; -1 for none
	moved   int    // turn of the last board on which the player moved; -1 for none
	made    func() // called for each move in the last life of the bot
}

// play plays to the end of the match.
func (p *player) play(ctx context.Context) {
	had := "" // the last board that the player acted on
	for {
		board, over, err := p.asked(ctx, had)
		if err != nil || over {
			return
		}
		var a attempt
		if p.w.act(ctx, func(life context.Context) { a = p.move(life, board) }) != nil {
			return
		}
		p.w.note(p.match, p.name, a)
		now, _ := about(board)
		p.tried = now.turn
		if a.heard == played {
			p.moved = now.turn
		}
		if a.heard != unknown {
			had = looks(board)
		}
		if a.heard == played && p.w.inLastLife() {
			p.made()
		}
	}
}

// asked waits until the match is over, or until a board asks for a move, other than the
// board that was answered. For a moment a board may still ask a player who has moved in
// its turn.
func (p *player) asked(ctx context.Context, had string) (board sandbox.Message, over bool, err error) {
	mention := p.user.Mention()
	_, err = p.user.Await(ctx, p.channel, func(all []sandbox.Message) bool {
		newest, found := newestBoard(all, p.match)
		board, over = newest, found && slices.Contains(controls(newest), "Record")
		now, _ := about(newest)
		return over || now.turn > p.moved && looks(board) != had && found && strings.Contains(board.Content, mention)
	})
	return board, over, err
}

// looks returns what a person can see of a board.
func looks(m sandbox.Message) string {
	s := m.ID + m.Content
	for _, a := range m.Attachments {
		s += a.Alt
	}
	return s
}

// An attempt is a move that a player asked for, and the answer to it.
type attempt struct {
	move  string // empty if the player came to no move
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
		if a, suggested := p.typed(life); suggested {
			return a
		}
	}
	return p.onPanel(life, board)
}

// typed types one of the moves that are suggested, if there are any.
func (p *player) typed(life context.Context) (a attempt, suggested bool) {
	found, err := p.user.Complete(life, p.channel, "/move move:")
	if p.w.unheard(life, err) {
		return attempt{heard: unknown}, true
	}
	if len(found) == 0 {
		return a, false
	}
	a.move = found[p.rng.IntN(len(found))].Value
	m, err := p.user.Slash(life, p.channel, "/move move:"+a.move)
	if err == nil && m != nil && len(menus(*m)) == 1 && strings.Contains(menus(*m)[0].CustomID, ":which:") {
		m, err = p.user.Choose(life, m.ID, "", p.match)
	}
	return p.heard(life, a, m, err), true
}

// onPanel picks a move on a panel: that of a direct message if there is one, or else one
// that the board opens.
func (p *player) onPanel(life context.Context, board sandbox.Message) (a attempt) {
	m, err := p.direct(board), error(nil)
	if m == nil {
		m, err = p.user.Click(life, board.ID, opener(board))
	}
	if err == nil && m != nil {
		m, err = walk(m, p.rng, func(m *sandbox.Message, c sandbox.Component, values ...string) (*sandbox.Message, error) {
			return use(life, p.user, m, c, values...)
		})
	}
	switch {
	case err != nil || m == nil:
		return p.heard(life, a, m, err)
	case !slices.Contains(controls(*m), "Confirm"):
		return a
	}
	a.move = boldMove(m)
	m, err = p.user.Click(life, m.ID, "Confirm")
	return p.heard(life, a, m, err)
}

// direct returns the newest direct message that asks for the same move as a board and
// still has its panel. Every other time it returns nil.
func (p *player) direct(board sandbox.Message) *sandbox.Message {
	now, _ := about(board)
	all := p.user.Sees(p.user.DM())
	for _, m := range slices.Backward(all) {
		if o, is := about(m); is && o == now && len(menus(m)) > 0 && p.rng.IntN(2) == 0 {
			return &m
		}
	}
	return nil
}

// heard notes the answer to an attempt.
func (p *player) heard(life context.Context, a attempt, m *sandbox.Message, err error) attempt {
	switch {
	case err == nil && m != nil && strings.HasPrefix(m.Content, "You played "):
		a.heard = played
		if boldMove(m) != a.move {
			p.w.t.Errorf("%s played %q and was answered with %q", p.name, a.move, m.Content)
		}
	case err != nil || m == nil:
		p.w.unheard(life, err)
		a.heard = unknown
	}
	return a
}
