package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/storage"
)

// goBack marks the plies that a ply of the log takes back, and returns the position before them.
func (c *trial) goBack(ply int) games.State {
	var log []games.Ply
	for _, e := range c.match.Log[:ply] {
		log = append(log, e.Ply)
	}
	standing := games.Standing(log)
	undone := standing[len(standing)-c.match.Log[ply].Move.BackBy():]
	for _, i := range undone {
		c.undone[i] = true
	}
	return c.states[undone[0]].state
}

// takeBack asks for the player's last move to be taken back, and has the others agree. It reports
// whether that was asked, so that the board asks for nothing any more.
func (p *player) takeBack(life context.Context, board sandbox.Message) bool {
	m, err := p.ask(life, "/takeback")
	if p.w.unheard(life, err) || m == nil {
		return true
	}
	if !strings.HasPrefix(m.Content, "Asked.") {
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

// takenBack has ben take back his move and ann's reply in the match of [fair], and shows it.
func (c *trial) takenBack() {
	last := c.match.Log[2].At
	c.match.Log = append(c.match.Log, storage.Entry{Ply: games.Ply{Seat: 1, Move: games.Back(2)}, At: last, RequestID: "request 3"})
	c.replay()
	c.match.Live = storage.Board{Message: "board 4", From: 3, To: 4, Turn: 4, Posted: 4, Pinged: []string{"2"}}
	c.match.Desired.Post, c.match.Published.Post, c.match.Asks = 5, 5, nil
	c.question(2).buttons, c.question(2).said = false, "ann offered a draw. The game went on."
	for turn := 2; turn <= 3; turn++ {
		b := c.board(turn)
		lines, _ := c.unit(turn - 1)
		b.said = strings.Join(lines, "\n")
		b.buttons, b.picture = false, false
	}
	for i := range c.shown {
		if c.shown[i].to != "" && c.shown[i].turn == 3 { // that of the newest turn stays
			c.shown[i].turn = 4
		}
	}
	newest := *c.board(3)
	newest.id, newest.turn, newest.said, newest.buttons, newest.picture = "board 4", 4, "", true, true
	c.shown = slices.Insert(c.shown, slices.Index(c.ids(), "board 3")+1, newest)
	c.newest.Content, c.newest.Rows[0][0].CustomID = "<@2>, your turn.", "1:m:4:move"
	c.newest.Attachments[0].Alt = fmt.Sprintf("Permute:\n%s", c.states[4].state.View(games.Spectator))
}
