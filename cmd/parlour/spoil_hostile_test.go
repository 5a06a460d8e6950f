package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	scene "parlour/bot/sandbox/world"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permute"
	"parlour/storage"
)

// A hostile is a person who does all the harm they can, and two friends.
type hostile struct {
	*spoil
	mal, sid *sandbox.User // a friend sits down with the first
	vic      *sandbox.User // another friend plays in very many games
	plaza    string        // the channel in which they begin what they begin
	ended    []string      // ids of games of theirs that are over, each with a log

	acts *world.Judge // counts how their actions were answered, by kind and in all
}

func newHostile(x *spoil) *hostile {
	return &hostile{
		spoil: x, mal: x.discord.User("mal"), sid: x.discord.User("sid"), vic: x.discord.User("vic"), acts: world.NewJudge(nil),
		plaza: x.discord.Stage().AddChannel("plaza", scene.Text),
	}
}

// stock puts games into the store before the bot starts: a friend plays in very many, and the hostile
// person has played very many. Those of the ten who open tables to anybody have blocked them.
func (h *hostile) stock() {
	store := h.open()
	defer store.Close()
	ctx := h.t.Context()
	log := wholeGame(h.rng)
	var under sync.WaitGroup
	many := make(chan int)
	for range 32 { // commits at once share one write to the disk
		under.Go(func() {
			for n := range many {
				playing, over := h.past(n, h.vic, "playing"), h.past(n, h.mal, "over")
				if _, err := store.Create(ctx, playing); err != nil {
					h.t.Error(err)
				}
				head, err := store.Create(ctx, over)
				if head.Phase = storage.Over; n%20 == 0 && err == nil {
					_, err = store.Append(ctx, head, log...)
				}
				if err != nil {
					h.t.Error(err)
				}
			}
		})
	}
	for n := range h.owned {
		if n%20 == 0 {
			h.ended = append(h.ended, h.past(n, h.mal, "over").ID)
		}
		many <- n
	}
	close(many)
	under.Wait()
	for _, who := range []string{"jon", "moe", "ned", "oda"} {
		if _, err := storage.People.Change(ctx, store, h.discord.User(who).ID(), func(p *storage.Person) error {
			p.Blocked = []storage.Blocked{{ID: h.mal.ID(), Name: "mal"}, {ID: h.sid.ID(), Name: "sid"}}
			return nil
		}); err != nil {
			h.t.Error(err)
		}
	}
}

// ghost is the id of a person who is not there.
const ghost = "900000000000000001"

// past returns the nth game of somebody with a person who is not there.
func (h *hostile) past(n int, who *sandbox.User, phase string) storage.Head {
	head := storage.Head{
		ID: fmt.Sprintf("%s%d", phase, n), Created: time.Now().Add(time.Duration(-n) * time.Minute),
		Lobby: storage.Lobby{
			Phase: storage.Playing, Number: n + 1, First: "me",
			Setup:   smallPermute,
			Players: []storage.Player{{ID: who.ID(), Name: "me"}, {ID: ghost, Name: "nobody"}},
			Stand:   &storage.Stand{ToMove: []games.Seat{0}, In: []games.Seat{0, 1}},
		},
		Place: storage.Place{Lang: "en-GB", Guild: h.discord.GuildID(), Channel: h.plaza, Home: h.plaza},
	}
	if phase == "over" && n%20 > 0 {
		head.Phase = storage.Off
	}
	return head
}

// smallPermute is Permute on the small board.
var smallPermute = games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}}

// wholeGame returns the log of a random game of it.
func wholeGame(chance world.Chance) (log []storage.Entry) {
	state, err := permute.Game{}.Start(smallPermute)
	for err == nil && len(state.ToMove()) > 0 {
		seat := state.ToMove()[0]
		moves := state.Legal(seat)
		move := moves[chance.IntN(len(moves))]
		log = append(log, storage.Entry{Ply: games.Ply{Seat: seat, Move: move}, At: time.Now(), RequestID: fmt.Sprint(len(log))})
		state, err = state.Play(seat, move)
	}
	return log
}

// An outrage is one sort of harm. It is done again and again, all sorts at once.
type outrage struct {
	pause time.Duration // between two of it, in multiples of the usual one
	do    func(ctx context.Context, chance world.Chance, n int)
}

// run begins all outrages, until the context is done.
func (h *hostile) run(ctx context.Context, under *sync.WaitGroup) {
	for n, o := range h.outrages() {
		chance := h.draws(300 + n)
		under.Go(func() {
			tick := time.NewTicker(o.pause * h.every)
			defer tick.Stop()
			for n := 0; ; n++ {
				select {
				case <-tick.C:
					o.do(ctx, chance, n)
				case <-ctx.Done():
					return
				}
			}
		})
	}
}

// heard notes the answer to something of a kind.
func (h *hostile) heard(ctx context.Context, kind string, m *sandbox.Message, err error) {
	if ctx.Err() != nil {
		return
	}
	answer := "answered"
	switch {
	case errors.Is(err, discord.ErrNoAnswer):
		answer = "no answer"
	case err != nil:
		answer = "kept by the client"
	case m != nil:
		for _, key := range h.diary.known.of(m.Content) {
			switch {
			case key == "refuse.error":
				answer = "broken"
			case strings.HasPrefix(key, "refuse.cap."), strings.Contains(limits, key):
				answer = "at a limit"
			default:
				answer = "refused"
			}
		}
	}
	h.acts.Happened(answer)
	h.acts.Happened("  " + kind + ": " + answer)
}

// limits are the refusals of a person who asks for too much, beside those of caps.
const limits = "refuse.busy refuse.late-thought refuse.hint.asked refuse.analyse.asked refuse.brought refuse.blocks"

// slash uses a command, and notes the answer.
func (h *hostile) slash(ctx context.Context, u *sandbox.User, kind, channel, line string) *sandbox.Message {
	m, err := u.Slash(ctx, channel, line)
	h.heard(ctx, kind, m, err)
	return m
}

// press uses a button or a menu with any text, and notes the answer.
func (h *hostile) press(ctx context.Context, u *sandbox.User, kind, id, message string, values ...string) *sandbox.Message {
	m, err := u.Press(ctx, id, message, values...)
	h.heard(ctx, kind, m, err)
	return m
}

// atOnce does something 40 times at once, and waits for all.
func atOnce(do func(n int)) {
	var under sync.WaitGroup
	for n := range 40 {
		under.Go(func() { do(n) })
	}
	under.Wait()
}

// report writes how many things were done, and how they were answered.
func (h *hostile) report(table *report) {
	table.row("", "")
	table.row("hostile", "")
	for _, what := range slices.Sorted(maps.Keys(h.acts.Count)) {
		table.row(what, "%d", h.acts.Count[what])
	}
}

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
func find(u *sandbox.User, channel string, chance world.Chance, verbs string) (m sandbox.Message, c sandbox.Component, found bool) {
	type place struct {
		sandbox.Message
		sandbox.Component
	}
	var all []place
	for _, m := range u.Sees(channel) {
		for _, c := range bottest.Controls(m) {
			if slices.Contains(strings.Fields(verbs), pressOf(c.CustomID).verb) {
				all = append(all, place{m, c})
			}
		}
	}
	if len(all) == 0 {
		return m, c, false
	}
	p := world.OneOf(chance, all...)
	return p.Message, p.Component, true
}

// openTables opens tables past the cap, and closes one now and then.
func (h *hostile) openTables(ctx context.Context, chance world.Chance, n int) {
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
func (h *hostile) beginHeavy(ctx context.Context, _ world.Chance, n int) {
	line := "/play game:permute options:size=19 level:hard first:them total-time:%dh"
	if n%5 == 0 {
		line = "/play game:magic level:easy first:me total-time:%dh"
	}
	h.slash(ctx, h.mal, "a heavy game", h.mal.DM(), fmt.Sprintf(line, 100+n))
}

// moveHeavy moves in one of these games, so that Parlour thinks again.
func (h *hostile) moveHeavy(ctx context.Context, chance world.Chance, _ int) {
	board, _, found := find(h.mal, h.mal.DM(), chance, "open pick move")
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
func (h *hostile) challenge(ctx context.Context, chance world.Chance, n int) {
	if m, c, found := find(h.mal, h.plaza, chance, "accept"); found && n%5 == 4 {
		p := pressOf(c.CustomID)
		h.press(ctx, h.mal, "a challenge taken back", fmt.Sprintf("1:%s:%d:cancel", p.match, p.turn), m.ID)
		return
	}
	others := h.people()
	h.slash(ctx, h.mal, "a challenge", h.plaza, fmt.Sprintf("/play game:magic opponent:@%s total-time:%dh", world.OneOf(chance, others...), 100+n))
}

// complete types in 40 clients at once, in very many games.
func (h *hostile) complete(ctx context.Context, chance world.Chance, n int) {
	lines := strings.Split("/board game:,/record game:,/move move:C,/analyse game:permute with no,/rematch game:,/board game:"+strings.Repeat("x", 90), ",")
	atOnce(func(i int) {
		u := []*sandbox.User{h.mal, h.vic}[i%2]
		_, err := u.Complete(ctx, h.plaza, lines[(n+i/2)%len(lines)])
		h.heard(ctx, "a completion", nil, err)
	})
}

// record asks for 40 records at once.
func (h *hostile) record(ctx context.Context, chance world.Chance, _ int) {
	atOnce(func(i int) {
		h.slash(ctx, h.mal, "a record", h.plaza, "/record game:"+h.ended[i%len(h.ended)])
	})
}

// hint asks for hints in a game with Parlour.
func (h *hostile) hint(ctx context.Context, chance world.Chance, _ int) {
	if _, c, found := find(h.mal, h.mal.DM(), chance, "more"); found {
		h.slash(ctx, h.mal, "a hint", h.mal.DM(), "/hint game:"+pressOf(c.CustomID).match)
	}
}

// analyse asks for analyses of one game after the other.
func (h *hostile) analyse(ctx context.Context, chance world.Chance, n int) {
	h.slash(ctx, h.mal, "an analysis", h.plaza, "/analyse game:"+h.ended[n%len(h.ended)])
}

// forged are verbs that a forged press names. Those that open a table where they are pressed are not
// among them: it would stand at the tables of the ten, who would take it for theirs.
var forged = append(strings.Fields(`join leave start cancel accept decline block word opponent options learn move open view text more agree
	refuse next record proof analyse claim grant take yes no engage dismiss pick page confirm offer ask
	resign off return seat keepseat rules keep close which palette here option optionpage down takeback give
	type plan forget point direct game another check`), "", "no such verb")

// forge presses what nobody was shown, on messages of games of the ten and of their own: any verb,
// any turn, steps of any sort, and text of any length.
func (h *hostile) forge(ctx context.Context, chance world.Chance, n int) {
	at := world.OneOf(chance, h.tables...)
	seen := h.mal.Sees(at.home)
	if len(seen) > 0 && seen[len(seen)-1].Thread != "" && n%2 == 0 {
		seen = h.mal.Sees(seen[len(seen)-1].Thread)
	}
	for _, m := range slices.Backward(seen) {
		o, is := about(m)
		if !is {
			continue
		}
		id := fmt.Sprintf("1:%s:%d:%s", o.match, o.turn+chance.IntN(3)-1, world.OneOf(chance, forged...))
		for range chance.IntN(4) {
			id += ":" + world.OneOf(chance, strings.Fields("0 1 -1 99999999999999999999 a1 % %zz bid+3 "+h.mal.ID())...)
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
func (h *hostile) pressOld(ctx context.Context, chance world.Chance, n int) {
	channel := []string{h.plaza, h.mal.DM()}[n%2]
	all := h.mal.Sees(channel)
	if len(all) == 0 {
		return
	}
	m := world.OneOf(chance, all...)
	if _, c, found := find(h.mal, channel, chance, "accept join start open pick move confirm view text more next options learn"); found {
		h.press(ctx, h.mal, "a stale press", c.CustomID, m.ID)
	}
	if n%100 == 99 {
		h.mal.Reload() // or a client would drown in its own answers
		h.sid.Reload()
	}
}

// oddOptions gives options that are huge, contradict each other, or are none.
func (h *hostile) oddOptions(ctx context.Context, chance world.Chance, n int) {
	lines := strings.Split(`/play game:permute options:LONG size=99999999999999999999
/play game:permute options:size=99999999999999999999
/play game:permutu options:symbols=-1 total-time:1m
/play game:magic options:=,=,=
/play game:LONGä
/play game:permute turn-time:99999999999h
/play game:permute turn-time:9h total-time:1m
/play game:permutations level:hard opponent:@sid
/settings zone:LONG
/settings quiet:99-99
/settings remind:1 2 3 4 5 6 7 8 9
/settings digest:25:61
/away until:9999999 days
/away until:-1 days
/play game:permute first:me opponent:@mal
/play game:magic opponent:@Parlour level:alone
/move move:LONG
/bid bid:-1
/move game:LONG move:a1`, "\n")
	line := strings.ReplaceAll(lines[n%len(lines)], "LONG", strings.Repeat("size=19,Ca1", 530))
	h.slash(ctx, h.mal, "an odd option", h.plaza, line)
}

// forms opens forms, and sends every other one with rubbish.
func (h *hostile) forms(ctx context.Context, chance world.Chance, n int) {
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
		fields[in.CustomID] = strings.Repeat(world.OneOf(chance, "x", "\u202e", "@everyone ", "\\n`"), 1+chance.IntN(8))
	}
	answer, err := h.mal.Submit(ctx, opened.Modal, fields)
	h.heard(ctx, "a form sent", answer, err)
}

// joinAndLeave has the friend sit down and get up again.
func (h *hostile) joinAndLeave(ctx context.Context, chance world.Chance, n int) {
	verb := []string{"join", "leave"}[n%2]
	if m, c, found := find(h.sid, h.plaza, chance, verb); found {
		h.press(ctx, h.sid, "a "+verb, c.CustomID, m.ID)
	}
	at := world.OneOf(chance, h.tables...) // from which they are kept by a block, or by its challenge
	if m, c, found := find(h.mal, at.home, chance, "join accept"); found {
		h.press(ctx, h.mal, "a join of others", c.CustomID, m.ID)
	}
}

// nag has the two play each other, and ask for draws, takebacks and an end without end.
func (h *hostile) nag(ctx context.Context, chance world.Chance, n int) {
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
		if board, c, found := find(u, m.Thread, chance, "more yes no"); found {
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
func (h *hostile) export(ctx context.Context, _ world.Chance, _ int) {
	if on := h.anything(); on != "" {
		h.press(ctx, h.mal, "an export", "1::0:mydata", on)
	}
}

// block blocks somebody, and takes it back.
func (h *hostile) block(ctx context.Context, chance world.Chance, n int) {
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
func (h *hostile) manage(ctx context.Context, chance world.Chance, n int) {
	h.slash(ctx, h.mal, "/server", h.plaza, "/server")
	if on := h.anything(); on != "" {
		h.press(ctx, h.mal, "a setting of the server", "1::0:server:"+[]string{"here", "flat", "away", "no such"}[n%4], on)
	}
}

// rubbish types what means nothing, and talks.
func (h *hostile) rubbish(ctx context.Context, chance world.Chance, n int) {
	text := strings.Repeat(world.OneOf(chance, "\u202e", "\x00\x01", "```", "@everyone", "<@1>", "🎲"), 1+chance.IntN(40))
	for _, line := range []string{"/rules game:" + text, "/record game:" + text, "/board game:" + text} {
		h.slash(ctx, h.mal, "rubbish", h.plaza, line)
	}
	h.mal.Say(h.plaza, text)
}
