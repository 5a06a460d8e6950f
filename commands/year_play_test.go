package commands_test

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/storage"
)

// day is a day without a change of the clocks.
const day = 24 * time.Hour

// openTable has a person open a table. The store then calls [year.tableOpened], as the answer to
// the person may be lost.
func (y *year) openTable(i int) {
	y.person(y.Now(), func() {
		if i%6 == 5 {
			y.openThere()
		}
		opener := y.present()
		game := world.OneOf(y.chance, all.Games()...).Info().Name
		r := commands.Request{Command: "play", Options: map[string]string{"game": game}}
		r.Guild, r.Channel = serverID, serverID+strconv.Itoa(y.chance.IntN(channels))
		if r.Threads = i%3 == 0; i%25 == 0 && !y.removed[doomedID] {
			r.Guild, r.Channel = doomedID, doomedID+"0"
		}
		y.setTimes(&r)
		if i%3 == 1 && slices.Contains([]string{"", "none"}, r.Options["total-time"]) { // not every turn is long enough
			r.Options["rated"] = "on"
		}
		if guest := y.present(); guest != opener && game != "permutations" && y.chance.IntN(2) == 0 {
			challenges(&r, guest)
		}
		y.ask(opener, "play", r)
	})
}

// setTimes chooses the times of a game.
func (y *year) setTimes(r *commands.Request) {
	turn := y.chance.Weigh("3 days 5, 1 day 4, 12 hours 2, 6 hours 2, 2 hours 1, 1 hour 2, 1 week 2, 2 weeks 1, none 1, 5 minutes 1, 1 minute 1, 2 days 2, 3d+8h≤7d 2, 1d+12h≤36h 2")
	r.Options["turn-time"] = turn
	r.Options["strict"] = y.chance.Weigh("off 4, on 1")
	if total := y.chance.Weigh("none 12, 1 week 1, 2 weeks 1, 30 days 1"); turn == "none" || turn == "1 day" || turn == "12 hours" {
		r.Options["total-time"] = total
	}
}

// challenges has a request to play name the opponent.
func challenges(r *commands.Request, guest *citizen) {
	r.Options["opponent"] = guest.id
	r.People = map[string]commands.Person{"opponent": {ID: guest.id, Name: guest.name, Sees: true}}
}

// tableOpened plans the next steps of a new table.
func (y *year) tableOpened(m *played) {
	opener := y.player(m, 0)
	if m.head.Invited != nil {
		verb := y.chance.Weigh("accept 16, decline 2, nothing 2")
		guest := y.citizen(m.head.Invited.ID)
		if verb != "nothing" {
			y.within(2*day, func() { y.press(guest, m, verb) })
		}
		return
	}
	seats := min(m.game.Info().MaxSeats, m.game.Info().MinSeats+y.chance.IntN(3))
	last := y.Now().Add(time.Minute)
	for range seats - 1 {
		at := y.Now().Add(y.chance.UpTo(2 * day))
		y.person(at, func() { y.press(y.anybody(m), m, "join") })
		if at.After(last) {
			last = at
		}
	}
	if verb := y.chance.Weigh("start 16, cancel 1, nothing 2"); verb != "nothing" {
		y.person(last.Add(y.chance.UpTo(time.Hour)), func() { y.press(opener, m, verb) })
	}
}

// turnBegan plans the move of a seat that has come to owe one.
func (y *year) turnBegan(m *played, seat int) {
	c, since := y.player(m, seat), m.seats[seat].since
	if y.chance.IntN(60) == 0 {
		y.within(day, func() { y.press(c, m, "seat", strconv.Itoa(seat)) })
	}
	limit := y.judge.limit(m, seat)
	if limit == 0 {
		limit = 2 * day
	}
	part := func(from, to float64) time.Duration {
		return time.Duration((from + (to-from)*y.chance.Float64()) * float64(limit))
	}
	var delay time.Duration
	switch r := y.chance.Float64(); {
	case r < c.lazy:
		if y.chance.IntN(4) == 0 {
			y.person(y.Now().Add(part(0.95, 1)), func() { y.putOff(c) })
		}
		return
	case r < 0.55:
		delay = part(0, 0.4)
	case r < 0.75:
		delay = part(0.4, 0.8)
	case r < 0.86:
		delay = part(0.8, 1)
	case r < 0.92:
		delay = part(1, 1.4)
	default: // at the very time of a reminder or of the deadline
		delay = limit*time.Duration(world.OneOf(y.chance, 50, 80, 95, 100))/100 + y.chance.UpTo(20*time.Second) - 10*time.Second
	}
	y.answerIn(max(delay, time.Second), m, c, since, 0)
}

// answerIn calls [year.answers] after a while.
func (y *year) answerIn(d time.Duration, m *played, c *citizen, since time.Time, tries int) {
	y.person(y.Now().Add(d), func() { y.answers(m, c, since, tries) })
}

// answers has a person make the move that they have owed since a time. They try again later if
// that fails.
func (y *year) answers(m *played, c *citizen, since time.Time, tries int) {
	owes := func() bool {
		seat := m.seatOf(c.id)
		return seat >= 0 && m.head.Phase == storage.Playing && c.left.IsZero() && m.seats[seat].since.Equal(since)
	}
	if !owes() {
		return
	}
	y.answer(m, c, games.Seat(m.seatOf(c.id)))
	switch {
	case !owes():
	case tries > 20:
		y.judge.Fault(stuck, "%s: %s", m.name(m.seatOf(c.id)), y.said)
	default:
		y.answerIn(y.chance.UpTo(10*time.Minute), m, c, since, tries+1)
	}
}

// answer makes a move, or ends a game that is long enough.
func (y *year) answer(m *played, c *citizen, seat games.Seat) {
	if y.chance.IntN(12) == 0 {
		y.ask(c, "takeback", y.typed(m, "takeback"))
		return
	}
	if !m.head.Guest && y.chance.IntN(12) == 0 {
		days := strconv.Itoa(1+y.chance.IntN(32)) + " days"
		button := strings.Join([]string{"1", m.head.ID, strconv.Itoa(y.turn(m)), "pause"}, ":")
		y.ask(c, "pause", commands.Request{Button: button, Typed: &days, Filled: map[string][]string{message.TypedField: {days}}, Guild: m.head.Guild, Channel: m.head.Channel})
		return
	}
	if y.chance.IntN(12) == 0 { // and moves later
		y.ask(c, "draw", y.typed(m, "draw"))
		return
	}
	if len(m.log) < m.most || !slices.Contains(m.state.In(), seat) {
		move := gametest.Stroll(y.chance.Rand, m.state, seat)
		steps := games.StepsTo(m.state, seat, move)
		if m.head.Guest && y.chance.IntN(2) == 0 {
			y.press(c, m, "move")
			y.press(c, m, "confirm", steps...)
			return
		}
		r := y.typed(m, "move")
		r.Options["move"] = string(move)
		y.ask(c, "move", r)
		if asked, _, _ := strings.Cut(y.said, "\n"); strings.HasSuffix(asked, "?") {
			y.confirm(c, m, r.Channel, steps)
		}
		return
	}
	if y.chance.IntN(3) == 0 {
		for _, s := range m.state.In() {
			y.ask(y.player(m, int(s)), "draw", y.typed(m, "draw"))
		}
	}
	if m.head.Phase == storage.Playing && slices.Contains(m.state.In(), seat) {
		y.press(c, m, "resign")
	}
}

// timeCalled plans how the others react to an expired clock.
func (y *year) timeCalled(m *played, late int) {
	for seat, p := range m.head.Players {
		other := y.citizen(p.ID)
		if seat == late || !slices.Contains(m.state.In(), games.Seat(seat)) {
			continue
		}
		at := y.Now().Add(y.chance.UpTo(6 * day))
		if m.head.Clocks[late].Missed >= 2 && y.chance.IntN(2) == 0 {
			y.person(at, func() { y.press(other, m, "seat", strconv.Itoa(late)) })
		}
		if verb := y.chance.Weigh("claim 2, grant 2, nothing 1"); !m.head.Clocks[late].ExpiredAt.IsZero() && verb != "nothing" {
			y.person(at, func() { y.press(other, m, verb) })
		}
	}
}

// seatOffered plans that somebody takes an offered seat.
func (y *year) seatOffered(m *played, seat games.Seat) {
	y.within(3*day, func() { y.press(y.anybody(m), m, "take", strconv.Itoa(int(seat))) })
}

// seatOut plans that a player who is out may come back.
func (y *year) seatOut(m *played, seat int) {
	c := y.player(m, seat)
	if y.chance.IntN(2) == 0 {
		y.within(3*day, func() { y.press(c, m, "return") })
	}
}

// A circle is people with a direct message or a group of their own, where the bot can only answer.
type circle struct {
	channel string
	people  []*citizen
}

// befriend makes the circles: pairs, and groups of up to five.
func (y *year) befriend() {
	for i := range max(len(y.town.people)/6, 2) {
		c := circle{channel: world.Friends + strconv.Itoa(i)}
		for _, j := range y.chance.Perm(len(y.town.people))[:2+i%2*(1+i%3)] {
			c.people = append(c.people, y.town.people[j])
		}
		y.circles = append(y.circles, c)
	}
}

// openThere has a person open a table, or challenge somebody, among friends.
func (y *year) openThere() {
	c := world.OneOf(y.chance, y.circles...)
	people := slices.DeleteFunc(slices.Clone(c.people), func(c *citizen) bool { return !c.left.IsZero() })
	if len(people) < 2 {
		return
	}
	y.chance.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	game := world.OneOf(y.chance, all.Games()...).Info().Name
	r := commands.Request{Command: "play", Channel: c.channel, Options: map[string]string{"game": game}}
	y.setTimes(&r)
	if game != "permutations" && (len(c.people) == 2 || y.chance.IntN(2) == 0) {
		challenges(&r, people[1])
	}
	y.ask(people[0], "play", r)
}

// anybody returns somebody who can come to a match.
func (y *year) anybody(m *played) *citizen {
	for _, c := range y.circles {
		if c.channel == m.head.Channel {
			return world.OneOf(y.chance, c.people...)
		}
	}
	return y.present()
}

// typed returns a command about a match. Most of those about a game among friends are typed there.
func (y *year) typed(m *played, command string) commands.Request {
	r := commands.Request{Command: command, Options: map[string]string{"game": m.head.ID}}
	if m.head.Guest && y.chance.IntN(5) > 0 {
		r.Channel = m.head.Channel
	}
	return r
}

// confirm has a person confirm a move on the panel that answered a command.
func (y *year) confirm(c *citizen, m *played, channel string, steps []string) {
	if !m.head.Guest {
		y.press(c, m, "confirm", steps...)
		return
	}
	b := message.Button{Match: m.head.ID, Turn: y.turn(m), Verb: "confirm", Steps: steps}
	y.ask(c, "confirm", commands.Request{Button: b.String(), Channel: channel, Alone: true})
}

// turn returns the number of the turn of a match.
func (y *year) turn(m *played) int {
	if m.state == nil {
		return 0
	}
	_, turn, _ := games.Replay(m.game, m.head.Setup, m.log)
	return turn
}

// newest returns the newest table or board of a match among friends with buttons, nil for none.
func (y *year) newest(m *played) *world.Post {
	for _, p := range slices.Backward(y.In(m.head.Channel)) {
		match, number, _ := strings.Cut(p.Nonce, "-")
		if _, err := strconv.Atoi(number); err == nil && match == m.head.ID && !p.Gone && len(p.Newest().Rows) > 0 {
			return p
		}
	}
	return nil
}

// pressThere has a person press a button of a message that all friends see. A message without such a
// button of this turn is behind: a press on another of its buttons first brings it up to date.
func (y *year) pressThere(c *citizen, m *played, verb, id string) {
	p := y.newest(m)
	if p == nil || !m.head.Phase.Live() {
		return
	}
	b, has := world.Find(p.Newest(), world.Verb(message.Verb(verb)))
	if open, opens := world.Find(p.Newest(), world.Verb(message.VerbOpen)); verb == "move" && opens {
		b, has, id = open, true, open.ID // the first page of the panel stands in place of Move
	}
	if !has || world.Carried(b.ID).Turn != y.turn(m) {
		if more, found := world.Find(p.Newest(), world.Verb("more")); !has && found {
			b = more
		} else if !has {
			b = p.Newest().Controls()[0]
		}
		y.pressOn(c, m, p, b.ID)
		p = y.newest(m)
	}
	if p != nil && first(p).Turn == y.turn(m) { // else the answer was lost
		y.pressOn(c, m, p, id)
	}
}

// first returns what the first button of a message carries.
func first(p *world.Post) message.Button { return world.Carried(p.Newest().Controls()[0].ID) }

// pressOn has a person press a button. Unless a call failed, the friends then see the game as it is.
func (y *year) pressOn(c *citizen, m *played, p *world.Post, id string) {
	before := y.fails
	y.ask(c, string(world.Carried(id).Verb), commands.Request{Button: id, Message: p.ID, Channel: p.Channel})
	if y.working() && y.fails == before && c.left.IsZero() {
		y.judge.shown(m)
	}
}

// shown checks that the newest board among friends is of the turn of its game, and no table.
func (j *judge) shown(m *played) {
	if m.head.Phase != storage.Playing && m.head.Phase != storage.Over {
		return
	}
	j.Happened("presses among friends")
	turn := j.y.turn(m)
	p := j.y.newest(m)
	if p == nil || first(p).Turn != turn || slices.Contains([]message.Verb{"accept", "join", "start"}, first(p).Verb) {
		j.Fault(behind, "%s %s in turn %d: %+v", m.head.Setup.Game, m.head.ID, turn, p)
	}
}

// answersThere answers a request where the bot can only answer. If that fails, nothing can follow.
func (y *year) answersThere(r commands.Request, reply commands.Reply) {
	if y.chance.IntN(20) == 0 {
		y.fail()
	} else if y.call() == nil {
		y.there.Answered(r, reply)
		y.delivered(r, reply)
		return
	}
	if reply.Shows != nil {
		_ = y.service.Publish(y.t.Context(), *reply.Shows)
	}
}

// delivered shows the friends what an answer says to all.
func (y *year) delivered(r commands.Request, reply commands.Reply) {
	switch {
	case reply.Public && y.ByID(r.Message) == nil:
		y.judge.Fault(badMessage, "a public reply to a press on %q", r.Message)
		return
	case reply.Public:
		y.ByID(r.Message).Change(reply.Message)
	case reply.Aloud == nil:
		return
	}
	if reply.Shows == nil {
		return
	}
	shows := *reply.Shows
	shows.Delivered = true
	if reply.Aloud != nil {
		p := y.Make(r.Channel, shows.ID+"-1", *reply.Aloud)
		y.posted(p)
		y.there.Given(p.ID)
		shows.Message = p.ID
	}
	_ = y.service.Publish(y.t.Context(), shows)
}

// again sees that a message was posted among friends. No press on a board repeats one that may be there
// already.
func (j *judge) again(p *world.Post) {
	r, press := j.y.asking, world.Carried(j.y.asking.Button).Verb
	same := func(old *world.Post) bool { return old != p && old.Nonce == p.Nonce }
	if r.Message != "" && press != "yes" && press != "no" && slices.ContainsFunc(j.y.In(p.Channel), same) {
		j.Fault(doubled, "%s in %s, after %+v", p.Nonce, p.Channel, r)
	}
}
