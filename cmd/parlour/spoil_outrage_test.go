package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
)

// outrages lists all that they do.
func (h *hostile) outrages() []outrage {
	const often, seldom = 1, 5
	return []outrage{
		{often, h.openTables}, {often, h.beginHeavy}, {often, h.moveHeavy}, {often, h.challenge},
		{seldom, h.complete}, {seldom, h.record}, {often, h.hint}, {often, h.analyse},
		{often, h.forge}, {often, h.pressOld}, {often, h.oddOptions}, {often, h.forms},
		{often, h.joinAndLeave}, {often, h.nag}, {often, h.export},
		{often, h.block}, {often, h.manage}, {often, h.rubbish},
	}
}

// find returns a random message of a channel that has a component with one of these verbs, and that
// component.
func find(u *sandbox.User, channel string, chance *rand.Rand, verbs ...string) (m sandbox.Message, c sandbox.Component, found bool) {
	type place struct {
		sandbox.Message
		sandbox.Component
	}
	var all []place
	for _, m := range u.Sees(channel) {
		for _, c := range bottest.Controls(m) {
			if slices.Contains(verbs, pressOf(c.CustomID).verb) {
				all = append(all, place{m, c})
			}
		}
	}
	if len(all) == 0 {
		return m, c, false
	}
	p := all[chance.IntN(len(all))]
	return p.Message, p.Component, true
}

// openTables opens tables past the cap, and closes one now and then.
func (h *hostile) openTables(ctx context.Context, chance *rand.Rand, n int) {
	if n%4 < 3 {
		h.slash(ctx, h.mal, "a table", h.plaza, fmt.Sprintf("/play game:permutu total-time:%dh", 100+n))
		return
	}
	if m, c, found := find(h.mal, h.plaza, chance, "cancel"); found {
		h.press(ctx, h.mal, "a table closed", c.CustomID, m.ID)
	}
}

// beginHeavy begins games in which Parlour thinks hard at once, as often as is accepted, and some in
// which there are hints.
func (h *hostile) beginHeavy(ctx context.Context, _ *rand.Rand, n int) {
	line := "/play game:permute options:size=19 level:hard first:them total-time:%dh"
	if n%5 == 0 {
		line = "/play game:magic level:easy first:me total-time:%dh"
	}
	h.slash(ctx, h.mal, "a heavy game", h.mal.DM(), fmt.Sprintf(line, 100+n))
}

// moveHeavy moves in one of these games, so that Parlour thinks again.
func (h *hostile) moveHeavy(ctx context.Context, chance *rand.Rand, _ int) {
	board, _, found := find(h.mal, h.mal.DM(), chance, "open", "pick", "move")
	if !found {
		return
	}
	m, _, err := walk(&board, chance, func(m *sandbox.Message, c sandbox.Component, values ...string) (*sandbox.Message, error) {
		next, err := use(ctx, h.mal, m, c, values...)
		h.heard(ctx, "a step", next, err)
		return next, err
	})
	if err == nil && m != nil && slices.Contains(bottest.Labels(*m), "Confirm") {
		m, err = h.mal.Click(ctx, m.ID, "Confirm")
		h.heard(ctx, "a heavy move", m, err)
	}
}

// challenge challenges one of the ten, or the friend, and takes a challenge back now and then.
func (h *hostile) challenge(ctx context.Context, chance *rand.Rand, n int) {
	if m, c, found := find(h.mal, h.plaza, chance, "accept"); found && n%5 == 4 {
		p := pressOf(c.CustomID)
		h.press(ctx, h.mal, "a challenge taken back", fmt.Sprintf("1:%s:%d:cancel", p.match, p.turn), m.ID)
		return
	}
	others := h.people()
	h.slash(ctx, h.mal, "a challenge", h.plaza, fmt.Sprintf("/play game:magic opponent:@%s total-time:%dh", others[chance.IntN(len(others))], 100+n))
}

// complete types in 40 clients at once, in very many games.
func (h *hostile) complete(ctx context.Context, chance *rand.Rand, n int) {
	lines := []string{"/board game:", "/record game:", "/move move:C", "/analyse game:permute with no", "/board game:" + strings.Repeat("x", 90), "/rematch game:"}
	atOnce(func(i int) {
		u := []*sandbox.User{h.mal, h.vic}[i%2]
		_, err := u.Complete(ctx, h.plaza, lines[(n+i/2)%len(lines)])
		h.heard(ctx, "a completion", nil, err)
	})
}

// record asks for 40 records at once.
func (h *hostile) record(ctx context.Context, chance *rand.Rand, _ int) {
	atOnce(func(i int) {
		h.slash(ctx, h.mal, "a record", h.plaza, "/record game:"+h.ended[i%len(h.ended)])
	})
}

// hint asks for hints in a game with Parlour.
func (h *hostile) hint(ctx context.Context, chance *rand.Rand, _ int) {
	if _, c, found := find(h.mal, h.mal.DM(), chance, "more"); found {
		h.slash(ctx, h.mal, "a hint", h.mal.DM(), "/hint game:"+pressOf(c.CustomID).match)
	}
}

// analyse asks for analyses of one game after the other.
func (h *hostile) analyse(ctx context.Context, chance *rand.Rand, n int) {
	h.slash(ctx, h.mal, "an analysis", h.plaza, "/analyse game:"+h.ended[n%len(h.ended)])
}

// forged are verbs that a forged press names. Those that open a table where they are pressed are not
// among them: it would stand at the tables of the ten, who would take it for theirs.
var forged = []string{
	"join", "leave", "start", "cancel", "accept", "decline", "block", "word", "opponent", "options", "learn", "move", "open", "view",
	"text", "more", "agree", "refuse", "next", "record", "proof", "analyse", "claim", "grant", "take", "yes", "no", "engage",
	"dismiss", "pick", "page", "confirm", "offer", "ask", "resign", "off", "return", "seat", "keepseat", "rules", "keep", "close",
	"which", "palette", "here", "option", "optionpage", "down", "takeback", "give", "type", "plan", "forget", "point", "direct",
	"game", "another", "check", "no such verb", "",
}

// forge presses what nobody was shown, on messages of games of the ten and of their own: any verb,
// any turn, steps of any sort, and text of any length.
func (h *hostile) forge(ctx context.Context, chance *rand.Rand, n int) {
	at := h.tables[chance.IntN(len(h.tables))]
	seen := h.mal.Sees(at.home)
	if len(seen) > 0 && seen[len(seen)-1].Thread != "" && n%2 == 0 {
		seen = h.mal.Sees(seen[len(seen)-1].Thread)
	}
	for _, m := range slices.Backward(seen) {
		o, is := about(m)
		if !is {
			continue
		}
		id := fmt.Sprintf("1:%s:%d:%s", o.match, o.turn+chance.IntN(3)-1, forged[chance.IntN(len(forged))])
		for range chance.IntN(4) {
			id += ":" + []string{"0", "1", "-1", "99999999999999999999", "a1", "%", "%zz", "bid+3", h.mal.ID()}[chance.IntN(9)]
		}
		if chance.IntN(8) == 0 {
			id += strings.Repeat("x", 100+chance.IntN(4000))
		}
		var values []string
		if chance.IntN(3) == 0 {
			values = []string{"a1"}
		}
		h.press(ctx, h.mal, "a forged press", id, m.ID, values...)
		return
	}
}

// pressOld presses what was shown once, and may be gone or long past.
func (h *hostile) pressOld(ctx context.Context, chance *rand.Rand, n int) {
	channel := []string{h.plaza, h.mal.DM()}[n%2]
	all := h.mal.Sees(channel)
	if len(all) == 0 {
		return
	}
	m := all[chance.IntN(len(all))]
	if _, c, found := find(h.mal, channel, chance, "accept", "join", "start", "open", "pick", "move", "confirm", "view", "text", "more", "next", "options", "learn"); found {
		h.press(ctx, h.mal, "a stale press", c.CustomID, m.ID)
	}
	if n%100 == 99 {
		h.mal.Reload() // or a client would drown in its own answers
		h.sid.Reload()
	}
}

// oddOptions gives options that are huge, contradict each other, or are none.
func (h *hostile) oddOptions(ctx context.Context, chance *rand.Rand, n int) {
	lines := []string{
		"/play game:permute options:" + strings.Repeat("size=19,", 700), "/play game:permute options:size=99999999999999999999",
		"/play game:permutu options:symbols=-1 total-time:1m", "/play game:magic options:=,=,=", "/play game:" + strings.Repeat("ä", 5000),
		"/play game:permute turn-time:99999999999h", "/play game:permute turn-time:9h total-time:1m", "/play game:permutations level:hard opponent:@sid",
		"/settings zone:" + strings.Repeat("Z", 5900), "/settings quiet:99-99", "/settings remind:1 2 3 4 5 6 7 8 9", "/settings digest:25:61",
		"/away until:9999999 days", "/away until:-1 days", "/play game:permute first:me opponent:@mal", "/play game:magic opponent:@Parlour level:alone",
		"/move move:" + strings.Repeat("Ca1", 1900), "/bid bid:-1", "/move game:" + strings.Repeat("1", 6000) + " move:a1",
	}
	h.slash(ctx, h.mal, "an odd option", h.plaza, lines[n%len(lines)])
}

// forms opens forms, and sends every other one with rubbish.
func (h *hostile) forms(ctx context.Context, chance *rand.Rand, n int) {
	m, c, found := find(h.mal, h.plaza, chance, "word")
	if !found {
		return
	}
	opened := h.press(ctx, h.mal, "a form opened", c.CustomID, m.ID)
	if opened == nil || opened.Modal == nil || n%2 == 0 {
		return
	}
	fields := map[string]string{}
	for _, in := range opened.Modal.Inputs {
		fields[in.CustomID] = strings.Repeat([]string{"x", "\u202e", "@everyone ", "\\n`"}[chance.IntN(4)], 1+chance.IntN(8))
	}
	answer, err := h.mal.Submit(ctx, opened.Modal, fields)
	h.heard(ctx, "a form sent", answer, err)
}

// joinAndLeave has the friend sit down and get up again.
func (h *hostile) joinAndLeave(ctx context.Context, chance *rand.Rand, n int) {
	verb := []string{"join", "leave"}[n%2]
	if m, c, found := find(h.sid, h.plaza, chance, verb); found {
		h.press(ctx, h.sid, "a "+verb, c.CustomID, m.ID)
	}
	at := h.tables[chance.IntN(len(h.tables))] // from which they are kept by a block, or by its challenge
	if m, c, found := find(h.mal, at.home, chance, "join", "accept"); found {
		h.press(ctx, h.mal, "a join of others", c.CustomID, m.ID)
	}
}

// nag has the two play each other, and ask for draws, takebacks and an end without end.
func (h *hostile) nag(ctx context.Context, chance *rand.Rand, n int) {
	if n%50 == 0 {
		h.slash(ctx, h.mal, "a challenge of the friend", h.plaza, fmt.Sprintf("/play game:permute first:me opponent:@sid total-time:%dh", 100+n))
		if m, _, found := find(h.sid, h.plaza, chance, "accept"); found && slices.Contains(m.Pings, "sid") {
			said, err := h.sid.Click(ctx, m.ID, "Accept")
			h.heard(ctx, "a challenge accepted", said, err)
		}
		return
	}
	u := []*sandbox.User{h.mal, h.sid}[n%2]
	for _, m := range u.Sees(h.plaza) {
		if m.Thread == "" {
			continue
		}
		if board, c, found := find(u, m.Thread, chance, "more", "yes", "no"); found {
			o := pressOf(c.CustomID)
			switch n % 5 {
			case 0, 1:
				h.slash(ctx, u, "a draw", m.Thread, "/draw")
			case 2:
				h.slash(ctx, u, "a takeback", m.Thread, "/takeback")
			case 3:
				h.press(ctx, u, "a calling off", fmt.Sprintf("1:%s:%d:off", o.match, o.turn), board.ID)
			default:
				h.press(ctx, u, "an answer", c.CustomID, board.ID)
			}
			return
		}
	}
}

// anything returns a message on which a forged button can be pressed.
func (h *hostile) anything() string {
	if all := h.mal.Sees(h.plaza); len(all) > 0 {
		return all[0].ID
	}
	return ""
}

// export asks for all that is kept about the person who has very many games.
func (h *hostile) export(ctx context.Context, _ *rand.Rand, _ int) {
	if on := h.anything(); on != "" {
		h.press(ctx, h.mal, "an export", "1::0:mydata", on)
	}
}

// block blocks somebody, and takes it back.
func (h *hostile) block(ctx context.Context, chance *rand.Rand, n int) {
	on := h.anything()
	if on == "" {
		return
	}
	if n%2 == 1 {
		h.press(ctx, h.mal, "an unblock", "1::0:unblock:1", on, ghost)
		return
	}
	h.press(ctx, h.mal, "a block", fmt.Sprintf("1:%s:0:bar:%s", h.ended[n%len(h.ended)], ghost), on)
}

// manage sets what only people who manage the server may set.
func (h *hostile) manage(ctx context.Context, chance *rand.Rand, n int) {
	h.slash(ctx, h.mal, "/server", h.plaza, "/server")
	if on := h.anything(); on != "" {
		h.press(ctx, h.mal, "a setting of the server", "1::0:server:"+[]string{"here", "flat", "away", "no such"}[n%4], on)
	}
}

// rubbish types what means nothing, and talks.
func (h *hostile) rubbish(ctx context.Context, chance *rand.Rand, n int) {
	text := strings.Repeat([]string{"\u202e", "\x00\x01", "```", "@everyone", "<@1>", "🎲"}[chance.IntN(6)], 1+chance.IntN(40))
	for _, line := range []string{"/rules game:" + text, "/record game:" + text, "/board game:" + text} {
		h.slash(ctx, h.mal, "rubbish", h.plaza, line)
	}
	h.mal.Say(h.plaza, text)
}
