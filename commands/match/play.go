package match

import (
	"reflect"
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// late is how long after a person's press the answer of an opponent is still told on the board
// that they look at. After that a new board notifies them.
const late = time.Minute

// Finish returns the move that steps make, and the steps with all that it takes to make it. The
// move is empty where they make none. A bid is made by the fewest steps, as it can be changed.
func (m *Match) Finish(seat games.Seat, steps []string) ([]string, games.Move) {
	if made := games.Made(m.State, seat, steps); made != "" {
		return steps, made
	}
	if !m.Bidding() {
		return steps, ""
	}
	if done := m.State.Step(seat, steps).Done; done != "" {
		return append(slices.Clone(steps), games.Enough), done
	}
	return steps, ""
}

// Play makes a move for a seat, and after it the answer that its opponent has planned.
func (m *Match) Play(seat games.Seat, move games.Move) ([]games.Ply, error) {
	plan := m.Plan
	made, err := m.ply(seat, move)
	if err != nil {
		return nil, err
	}
	return m.answered(plan, made), nil
}

// ply checks a move by playing it, and notes in the head whether the game is over. A new turn asks
// for a new message; so does a seat that leaves or comes back. While others still choose, the newest
// one changes. Questions and plans end with the turn, and when a seat leaves.
func (m *Match) ply(seat games.Seat, move games.Move) ([]games.Ply, error) {
	next, err := m.State.Play(seat, move)
	if err != nil {
		return nil, err
	}
	if result, over := next.Result(); over {
		m.Phase, m.Places = storage.Over, result.Places
	}
	same := games.SameTurn(m.State, next, seat)
	switch {
	case !same:
		m.showTurn(seat, next)
	case !slices.Equal(m.State.In(), next.In()) && !m.Solo():
		m.bringDown() // the others owe what they owed before
	case m.Info.Hidden, !reflect.DeepEqual(m.State.View(games.Spectator), next.View(games.Spectator)):
		m.Redraw()
	}
	if !same && m.Solo() {
		m.News = nil // the board is the same message, which told it before
	}
	if !same || move.Leaves() {
		m.lapseAsks()
		m.Plan = nil
	}
	return []games.Ply{{Seat: seat, Move: move}}, nil
}

// showTurn asks for what the public is to see after a ply of a seat that ends its turn. No board is
// shown until a person is to move. That board tells what opponents, rules and clocks did before.
func (m *Match) showTurn(seat games.Seat, next games.State) {
	_, over := next.Result()
	asks := over || slices.ContainsFunc(next.ToMove(), m.IsPerson)
	deserts := m.IsPerson(seat) && !slices.ContainsFunc(next.In(), m.IsPerson)
	switch {
	case m.Solo() && !(asks && m.isLate(seat)):
		if asks || m.IsPerson(seat) {
			m.Redraw()
		}
	case asks, deserts:
		m.Repost()
	}
}

// Repost asks for a new public message: a person is to move, or people are asked something.
func (m *Match) Repost() { m.Desired.Post++ }

// Redraw asks for a change of the newest public message.
func (m *Match) Redraw() { m.Desired.Edit++ }

// reshow asks for a new board or, where one person plays, for a change of the one that there is.
func (m *Match) reshow() {
	if m.Solo() {
		m.Redraw()
	} else {
		m.Repost()
	}
}

// isLate reports whether so much time has passed since the only person's press that they may look
// elsewhere when a seat has moved.
func (m *Match) isLate(seat games.Seat) bool {
	if m.RequestID != "" {
		return false
	}
	pressed := m.Created
	if int(seat) < len(m.Clocks) && m.Clocks[seat].Since.After(pressed) {
		pressed = m.Clocks[seat].Since
	}
	if i := m.lastPress(); i >= 0 {
		pressed = m.Log[i].At
	}
	return m.Now.Sub(pressed) > late
}

// Resign has a seat leave the game. Once no person plays on, the opponents leave too. That ends the
// game, unless somebody who left still owes a card.
func (m *Match) Resign(seat games.Seat) ([]games.Ply, error) {
	made, err := m.ply(seat, games.Leave)
	if err != nil || len(m.PeopleIn()) > 1 || m.Phase == storage.Over {
		return made, err
	}
	next, err := m.State.Play(seat, games.Leave)
	for err == nil && m.Phase != storage.Over && len(next.In()) > 0 {
		other := next.In()[0]
		made = append(made, games.Ply{Seat: other, Move: games.Leave})
		if next, err = next.Play(other, games.Leave); err != nil {
			return nil, err
		}
		if result, over := next.Result(); over {
			m.Phase, m.Places = storage.Over, result.Places
		}
	}
	m.reshow()
	return made, err
}

// Resigned returns the people who resigned from a match that is over because they left it to
// opponents, which then left too. There are none in any other match.
func (m *Match) Resigned() []games.Seat {
	last := len(m.Log) - 1
	for last >= 0 && m.Log[last].Move == games.Leave && !m.IsPerson(m.Log[last].Seat) {
		last--
	}
	if m.Phase != storage.Over || last < 0 || last == len(m.Log)-1 || m.Log[last].Move != games.Leave ||
		slices.ContainsFunc(m.steps[last].After.In(), m.IsPerson) {
		return nil
	}
	left := map[games.Seat]bool{}
	for _, e := range m.Log {
		left[e.Seat] = e.Move == games.Leave || left[e.Seat] && e.Move != games.Return
	}
	return slices.DeleteFunc(m.People(), func(s games.Seat) bool { return !left[s] })
}

// ComeBack has a seat play again whose player left, or whose clock expired.
func (m *Match) ComeBack(seat games.Seat) ([]games.Ply, error) {
	if m.spent(seat) {
		return nil, games.Refuse("refuse.spent")
	}
	return m.ply(seat, games.Return)
}

// MayCallOff reports whether nobody has made a second move yet. A move that is changed
// while others still choose is the same move.
func (m *Match) MayCallOff() bool {
	if !m.goesOn() {
		return false
	}
	moved := map[games.Seat]int{} // the turn in which each seat moved
	for _, i := range m.Standing() {
		s := m.steps[i]
		if before, again := moved[s.Seat]; again && before != s.Turn {
			return false
		}
		moved[s.Seat] = s.Turn
	}
	return true
}

// CallOff ends a game that has hardly begun, without a result. Once something was dealt or played it
// is put to the others, so that nobody throws a bad deal or a bad beginning away.
func (m *Match) CallOff(seat games.Seat) ([]games.Ply, error) {
	return m.Ask(seat, AboutOff)
}

// mayCallOff returns a refusal unless a seat may call the game off, or ask the others to.
func (m *Match) mayCallOff(seat games.Seat) error {
	switch {
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case !m.MayCallOff():
		return games.Refuse("refuse.off")
	}
	return nil
}

// OffNeeds returns the seats that a seat has to ask before it calls the game off.
func (m *Match) OffNeeds(seat games.Seat) []games.Seat {
	return m.AskedBy(storage.Ask{About: AboutOff, Agreed: []string{m.Players[seat].ID}})
}

// ClaimWin ends the game as a win over the seat whose clock has expired.
func (m *Match) ClaimWin(seat games.Seat) ([]games.Ply, error) {
	late, err := m.lateFor(seat)
	if err != nil {
		return nil, err
	}
	return m.ply(late, games.Lapse)
}

// GrantTime gives the seat whose clock has expired the time for another turn.
func (m *Match) GrantTime(seat games.Seat, name string) (late games.Seat, err error) {
	if late, err = m.lateFor(seat); err != nil {
		return late, err
	}
	m.restart(late)
	m.Repost()
	m.tell("news.grant", "Name", name, "Late", m.Players[late].Name)
	return late, nil
}

// lateFor returns the seat whose clock has expired, for its opponent.
func (m *Match) lateFor(seat games.Seat) (games.Seat, error) {
	late := m.Late()
	switch late {
	case games.Spectator:
		return late, games.Refuse("refuse.not-up")
	case seat:
		return late, games.Refuse("refuse.late")
	}
	return late, nil
}

// LeaveThread moves a match out of its thread, which is locked or gone, to the channel above. One whose channel is gone is
// posted there again, which shows that it can't be.
func (m *Match) LeaveThread(thread string) error {
	if m.Channel != thread || m.Phase != storage.Playing {
		return ErrStale
	}
	m.Channel, m.Thread = m.Home, false
	m.Repost()
	return nil
}

// Thinker returns the first opponent that owes a move, or [games.Spectator]. It waits until
// the board before is shown: people would never see that one otherwise.
func (m *Match) Thinker() games.Seat {
	shown := m.Published == m.Desired && m.GuildLostAt.IsZero()
	if !shown || !m.goesOn() || m.Opponent() == nil {
		return games.Spectator
	}
	for _, seat := range m.State.ToMove() {
		if !m.IsPerson(seat) && !m.waits(m.State, seat) {
			return seat
		}
	}
	return games.Spectator
}

// waits reports whether an opponent leaves the next move to people: where the fastest seat
// has the move, and while no person plays but one can come back.
func (m *Match) waits(s games.State, seat games.Seat) bool {
	if m.IsPerson(seat) {
		return false
	}
	if slices.ContainsFunc(m.People(), func(p games.Seat) bool { return slices.Contains(s.In(), p) }) {
		return racing(s)
	}
	return slices.ContainsFunc(m.People(), func(p games.Seat) bool { return m.canPlay(s, p) })
}

// End ends a match without a result.
func (m *Match) End(why, by string) {
	m.Phase, m.Ended, m.EndedBy, m.EndedAt = storage.Off, why, by, m.Now
	m.closeInvitations()
	m.Plan = nil
}

// MayMove reports whether a seat has a move to make, or one to change.
func (m *Match) MayMove(seat games.Seat) bool { return m.State != nil && mayMove(m.State, seat) }

// mayMove is [Match.MayMove] of a position. Only a seat that may change a bid has choices and owes nothing.
func mayMove(s games.State, seat games.Seat) bool {
	return slices.Contains(s.ToMove(), seat) || games.Bids(s) && len(s.Step(seat, nil).Options()) > 0
}

// Bid returns the bid that a seat has made in this turn and may change; empty for none.
func (m *Match) Bid(seat games.Seat) games.Move {
	if !m.Bidding() || m.Owes(seat) || !m.MayMove(seat) {
		return ""
	}
	for _, s := range slices.Backward(m.steps) {
		if s.Turn != m.Turn {
			break
		}
		if s.Seat == seat && !s.Move.System() {
			return s.Move
		}
	}
	return ""
}

// Reveals reports whether a bid of a seat ends the turn, because it is the last one.
func (m *Match) Reveals(seat games.Seat, bid games.Move) bool {
	next, err := m.State.Play(seat, bid)
	return err == nil && !games.SameTurn(m.State, next, seat)
}

// AnyMove returns the move that the first choices make, for an example; empty if there is none. To show how a longer
// one is written it takes a choice that leads on before one that is a move, and one on the board before a swap of sides. It
// goes on where the steps are a move already. A bid ends there.
func (m *Match) AnyMove(seat games.Seat) games.Move {
	var steps []string
	for {
		if _, move := m.Finish(seat, steps); move != "" {
			return move
		}
		next := m.State.Step(seat, steps)
		if len(next.Choices) == 0 {
			return next.Done
		}
		on := slices.IndexFunc(next.Choices, func(c games.Choice) bool { return c.Move == "" })
		if on < 0 {
			on = slices.IndexFunc(next.Choices, games.Choice.Placed)
		}
		steps = append(steps, next.Choices[max(on, 0)].Value)
	}
}

// Moderated is what the head of a match says that a moderator has closed.
const Moderated = "moderated"

// Slept is why a game ended that had slept longest of too many.
const Slept = "slept"

// Unserved is why a match ended because Parlour does not serve its server any more, or a person in it, who is named then.
const Unserved = "unserved"

// resignedFrom is how many moves a game has had, at least, that a person resigns whom Parlour does not serve; any other is called off.
const resignedFrom = 2

// Expel has a person leave a match whom Parlour does not serve any more: a table that is theirs or a game that has hardly
// begun ends, and any other game is given up. It returns [ErrStale] once nobody waits for them any more.
func (m *Match) Expel(id string) ([]games.Ply, error) {
	seat, name := m.SeatOf(id), nameIn(m.Head, id)
	opened := m.Phase == storage.Open && (seat == 0 || m.Invited != nil && m.Invited.ID == id)
	switch {
	case opened, m.In(seat) && m.Moves() < resignedFrom:
		m.close(Unserved, name)
		m.Unserved = id
		return nil, nil
	case m.In(seat):
		m.tell("news.unserved", "Name", name)
	case !m.Owes(seat) && (m.Phase != storage.Open || seat == games.Spectator && !m.Awaits(id)):
		return nil, ErrStale
	}
	return m.GiveUp(storage.Player{ID: id, Name: name})
}

// GiveUp has a person leave a table, decline a challenge or an invitation, or give up a game. It returns no ply once nobody
// waits for them any more.
func (m *Match) GiveUp(p storage.Player) ([]games.Ply, error) {
	seat := m.SeatOf(p.ID)
	switch {
	case m.Phase == storage.Open && m.Awaits(p.ID):
		return nil, m.Decline(p)
	case seat == games.Spectator:
		return nil, nil
	case m.Phase == storage.Open && seat == 0:
		return nil, m.Cancel(p)
	case m.Phase == storage.Open:
		return nil, m.Leave(p)
	case m.In(seat):
		return m.Resign(seat)
	case m.Owes(seat):
		return m.LeaveServer(seat)
	}
	return nil, nil
}

// nameIn returns the name that a person has in a match, empty if the match does not have them.
func nameIn(h storage.Head, id string) string {
	all := slices.Clone(h.Players)
	if h.Invited != nil {
		all = append(all, *h.Invited)
	}
	for _, i := range h.Invitations {
		all = append(all, i.Player)
	}
	if i := slices.IndexFunc(all, func(p storage.Player) bool { return p.ID == id }); i >= 0 {
		return all[i].Name
	}
	return ""
}

// CloseUnserved ends a match without a result, because Parlour does not serve its server any more.
func (m *Match) CloseUnserved() error {
	if !m.Phase.Live() {
		return ErrStale
	}
	m.close(Unserved, "")
	return nil
}

// close ends a table or a game without a result. A new message tells the players.
func (m *Match) close(why, by string) {
	m.End(why, by)
	if m.Setup.Rules == 0 {
		m.Redraw()
	}
	m.Repost()
}

// EndKey ends the keys of sentences that say how a match ended without a result.
func EndKey(head storage.Head) string {
	if head.Ended == Moderated || head.Ended == Slept {
		return head.Ended
	}
	return "off"
}

// MayClose returns a refusal unless a match still goes on, so that it can be closed.
func (m *Match) MayClose() error {
	switch {
	case m.Phase.Live():
		return nil
	case m.Setup.Rules == 0:
		return m.RefuseClosed()
	}
	return games.Refuse("refuse.over")
}

// Close ends a table or a game without a result, for a moderator. A new message tells the players.
// The head names the moderator only if they play: nothing is kept about others.
func (m *Match) Close(by storage.Player) error {
	if err := m.MayClose(); err != nil {
		return err
	}
	name := ""
	if m.SeatOf(by.ID) != games.Spectator {
		name = by.Name
	}
	m.close(Moderated, name)
	return nil
}
