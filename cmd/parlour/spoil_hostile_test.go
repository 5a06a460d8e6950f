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

// outrages are the sorts of harm that can be told in lines. All sorts are done at once, each again and again, line
// after line: often or seldom, one at a time or many at once. A line says what it is, who does it, and what: they use
// a command in the plaza or in their direct messages, begin to type one, press a button with one of some verbs, on a
// table of the ten too, or one that carries another verb, or any id.
const outrages = `
often 1
a table: mal /play game:permutu total-time:$Nh
a table: mal /play game:permutu total-time:$Nh
a table: mal /play game:permutu total-time:$Nh
a table closed: mal press cancel

often 1
a heavy game: mal dm /play game:magic level:easy first:me total-time:$Nh
a heavy game: mal dm /play game:permute options:size=19 level:hard first:them total-time:$Nh
a heavy game: mal dm /play game:permute options:size=19 level:hard first:them total-time:$Nh
a heavy game: mal dm /play game:permute options:size=19 level:hard first:them total-time:$Nh

often 1
a challenge: mal /play game:magic opponent:@$OTHER total-time:$Nh
a challenge: mal /play game:magic opponent:@$OTHER total-time:$Nh
a challenge: mal /play game:magic opponent:@$OTHER total-time:$Nh
a challenge taken back: mal forge cancel accept

seldom 40
a completion: mal types /board game:
a completion: vic types /record game:
a completion: mal types /move move:C
a completion: vic types /analyse game:permute with no
a completion: mal types /board game:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
a completion: vic types /rematch game:
a completion: vic types /board game:

seldom 40
a record: mal /record game:$ENDED

often 1
a hint: mal dm /hint game:$MINE

often 1
an analysis: mal /analyse game:$ENDED

often 1
a join: sid press join
a join of others: mal visit join accept
a leave: sid press leave

often 1
an export: mal id 1::0:mydata

often 1
a block: mal id 1:$ENDED:0:bar:900000000000000001
an unblock: mal id 1::0:unblock:1 900000000000000001

often 1
/server: mal /server

often 1
a setting of the server: mal id 1::0:server:games
a setting of the server: mal id 1::0:server:posts:::-:-
a setting of the server: mal id 1::0:server:flat

often 4
rubbish: mal /rules game:$RUBBISH
rubbish: mal /record game:$RUBBISH
rubbish: mal /board game:$RUBBISH
rubbish: mal says $RUBBISH

often 1
an odd option: mal /play game:permute options:$LONG size=99999999999999999999
an odd option: mal /play game:permute options:size=99999999999999999999
an odd option: mal /play game:permutu options:symbols=-1 total-time:1m
an odd option: mal /play game:magic options:=,=,=
an odd option: mal /play game:$LONGä
an odd option: mal /play game:permute turn-time:99999999999h
an odd option: mal /play game:permute turn-time:9h total-time:1m
an odd option: mal /play game:permutations level:hard opponent:@sid
an odd option: mal /settings zone:$LONG
an odd option: mal /settings quiet:99-99
an odd option: mal /settings remind:1 2 3 4 5 6 7 8 9
an odd option: mal /settings digest:25:61
an odd option: mal /away until:9999999 days
an odd option: mal /away until:-1 days
an odd option: mal /play game:permute first:me opponent:@mal
an odd option: mal /play game:magic opponent:@Parlour level:alone
an odd option: mal /move move:$LONG
an odd option: mal /bid bid:-1
an odd option: mal /move game:$LONG move:a1
`

// An outrage is one sort of harm.
type outrage func(ctx context.Context, chance world.Chance, n int)

// run does all outrages until the context is done.
func (h *hostile) run(ctx context.Context) {
	var under sync.WaitGroup
	defer under.Wait()
	who := uint64(300)
	begin := func(pause time.Duration, do outrage) {
		who++
		chance := world.NewChance(h.seed, who)
		under.Go(func() {
			tick := time.NewTicker(pause * h.every)
			defer tick.Stop()
			for n := 0; ; n++ {
				select {
				case <-tick.C:
					do(ctx, chance, n)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	for _, do := range []outrage{h.moveHeavy, h.forge, h.pressOld, h.forms, h.nag} {
		begin(1, do)
	}
	for block := range strings.SplitSeq(strings.TrimSpace(outrages), "\n\n") {
		lines := strings.Split(block, "\n")
		often, number, _ := strings.Cut(lines[0], " ")
		pause, count := time.Duration(1), 1
		if fmt.Sscan(number, &count); often == "seldom" {
			pause = 5
		}
		begin(pause, func(ctx context.Context, chance world.Chance, n int) {
			var all sync.WaitGroup
			for i := range count {
				do := h.act(lines[1+(n+i)%(len(lines)-1)], chance, n+i)
				all.Go(func() { do(ctx) })
			}
			all.Wait()
		})
	}
}

// act returns what does what a line says for the nth time.
func (h *hostile) act(line string, chance world.Chance, n int) func(context.Context) {
	kind, line, _ := strings.Cut(line, ": ")
	name, does, _ := strings.Cut(line, " ")
	u := map[string]*sandbox.User{"mal": h.mal, "sid": h.sid, "vic": h.vic}[name]
	_, mine, _ := find(h.mal, h.mal.DM(), chance, "more")
	does = strings.NewReplacer("$N", fmt.Sprint(100+n), "$ENDED", h.ended[n%len(h.ended)], "$OTHER", world.OneOf(chance, h.people()...),
		"$MINE", pressOf(mine.CustomID).Match, "$LONG", strings.Repeat("size=19,Ca1", 530),
		"$RUBBISH", strings.Repeat(world.OneOf(chance, "\u202e", "\x00\x01", "```", "@everyone", "<@1>", "🎲"), 1+chance.IntN(40))).Replace(does)
	how, what, _ := strings.Cut(does, " ")
	channel, id, on, found := h.plaza, what, h.anything(), true
	switch how {
	case "types":
		return func(ctx context.Context) {
			_, err := u.Complete(ctx, h.plaza, what)
			h.heard(ctx, kind, nil, err)
		}
	case "visit": // a table from which they are kept by a block, or by its challenge
		channel = world.OneOf(chance, h.tables...).home
		fallthrough
	case "press":
		m, c, there := find(u, channel, chance, what)
		id, on, found = c.CustomID, m.ID, there
	case "forge":
		verb, from, _ := strings.Cut(what, " ")
		m, c, there := find(u, channel, chance, from)
		o := pressOf(c.CustomID)
		id, on, found = fmt.Sprintf("1:%s:%d:%s", o.Match, o.Turn, verb), m.ID, there
	case "id":
	case "says":
		return func(context.Context) { u.Say(h.plaza, what) }
	case "dm":
		return func(ctx context.Context) { h.slash(ctx, u, kind, u.DM(), what) }
	default:
		return func(ctx context.Context) { h.slash(ctx, u, kind, h.plaza, does) }
	}
	id, values, _ := strings.Cut(id, " ")
	return func(ctx context.Context) {
		if found && on != "" {
			h.press(ctx, u, kind, id, on, strings.Fields(values)...)
		}
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

// report writes how many things were done, and how they were answered.
func (h *hostile) report(table *report) {
	table.row("", "")
	table.row("hostile", "")
	for _, what := range slices.Sorted(maps.Keys(h.acts.Count)) {
		table.row(what, "%d", h.acts.Count[what])
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
			if slices.Contains(strings.Fields(verbs), string(pressOf(c.CustomID).Verb)) {
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

// forged are verbs that a forged press names. Those that open a table where they are pressed are not
// among them: it would stand at the tables of the ten, who would take it for theirs.
var forged = append(strings.Fields(`join leave start cancel accept decline block word opponent options learn move open view text more agree
	refuse next record proof analyse claim grant take yes no engage dismiss pick page confirm offer ask
	resign off return seat keepseat rules keep close which palette here option down takeback give
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
				h.press(ctx, u, "a calling off", fmt.Sprintf("1:%s:%d:off", o.Match, o.Turn), board.ID)
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
