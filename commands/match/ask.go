package match

import (
	"reflect"
	"slices"

	"parlour/games"
	"parlour/storage"
)

// The subjects of questions.
const (
	AboutDraw     = "draw"
	AboutTakeback = "takeback"
	AboutPause    = "pause"
	AboutRematch  = "rematch"
	AboutOff      = "calloff"
	AboutInvite   = "invite" // puts people at a table who have no seat yet: see [Match.Invite]
	AboutRole     = "role"   // asks whoever has a role to a table that has stood open: see [Env.OpenTable]
)

// The answers to a question. An empty one is still waited for.
const (
	askAgreed   = "agreed"
	askDeclined = "declined"
	askGone     = Lapsed    // nobody answered before the turn ended
	askDropped  = "dropped" // the person who asked wants it no more
)

// Lapsed is the answer to a question that nobody has answered in time.
const Lapsed = "gone"

// Ask puts a question of a seat to the others. If the same is asked of the seat already, the
// seat agrees.
func (m *Match) Ask(seat games.Seat, about string) ([]games.Ply, error) {
	if err := m.mayAsk(seat, about); err != nil {
		return nil, err
	}
	if i := m.openAsk(about); i >= 0 {
		if a := m.Asks[i]; slices.Contains(a.Agreed, m.Players[seat].ID) {
			return nil, games.Refuse(agreedKeys[about], "Others", m.AskedBy(a))
		}
		return m.agree(i, seat)
	}
	return m.put(seat, storage.Ask{About: about})
}

// put puts a new question of a seat to the others. The seat agrees to it.
func (m *Match) put(seat games.Seat, a storage.Ask) ([]games.Ply, error) {
	m.AskCount++
	a.Number, a.By, a.Turn = m.AskCount, m.Players[seat].ID, m.Turn
	m.Asks = append(slices.Clone(m.Asks), a)
	return m.agree(len(m.Asks)-1, seat)
}

// agreedKeys are the refusals of a seat that has agreed already.
var agreedKeys = map[string]string{
	AboutDraw: "refuse.offered", AboutRematch: "refuse.rematch.asked", AboutOff: "refuse.off.asked",
}

// mayAsk returns a refusal unless a seat may ask something now.
func (m *Match) mayAsk(seat games.Seat, about string) error {
	switch about {
	case AboutDraw:
		return m.mayDraw(seat)
	case AboutTakeback:
		return m.MayTakeBack(seat)
	case AboutRematch:
		return m.mayRematch(seat)
	case AboutOff:
		return m.mayCallOff(seat)
	}
	return games.Refuse("refuse.button")
}

// AnswerAsk has a seat answer a question, and returns the question with its answer. It returns
// [ErrStale] for a question that waits for no answer any more.
func (m *Match) AnswerAsk(seat games.Seat, number int, yes bool) (storage.Ask, []games.Ply, error) {
	i := slices.IndexFunc(m.Asks, func(a storage.Ask) bool { return a.Number == number && a.Answer == "" })
	if i < 0 {
		return storage.Ask{}, nil, ErrStale
	}
	a := m.ask(i)
	if a.By == m.Players[seat].ID && !yes {
		a.Answer = askDropped
		return *a, nil, nil
	}
	if err := m.mayAnswer(*a, seat); err != nil {
		return *a, nil, err
	}
	if yes {
		made, err := m.agree(i, seat)
		return m.Asks[i], made, err
	}
	a.Answer, a.AnsweredBy = askDeclined, m.Players[seat].Name
	return *a, nil, nil
}

// mayAnswer returns a refusal unless a question waits for the answer of a seat.
func (m *Match) mayAnswer(a storage.Ask, seat games.Seat) error {
	switch {
	case slices.Contains(m.AskedBy(a), seat):
		return nil
	case !slices.Contains(a.Agreed, m.Players[seat].ID):
		return m.RefuseLeft(seat)
	}
	key, left := "refuse.ask.answered", m.AskedBy(a)
	if a.By == m.Players[seat].ID {
		key = "refuse.ask.own"
	}
	return games.Refuse(key, "Others", left, "Count", len(left))
}

// AskedBy returns the seats whose answer a question waits for.
func (m *Match) AskedBy(a storage.Ask) []games.Seat {
	var voters []games.Seat
	switch a.About {
	case AboutDraw, AboutTakeback, AboutPause, AboutOff:
		if m.goesOn() && (a.About != AboutOff || m.Info.Chance || len(m.Standing()) > 0) {
			voters = m.PeopleIn()
		}
	case AboutRematch:
		voters = m.People()
	}
	return slices.DeleteFunc(voters, func(s games.Seat) bool { return slices.Contains(a.Agreed, m.Players[s].ID) })
}

// AskedAbout returns the seats whose answer the open question about something waits for.
func (m *Match) AskedAbout(about string) []games.Seat {
	if i := m.openAsk(about); i >= 0 {
		return m.AskedBy(m.Asks[i])
	}
	return nil
}

// agree has a seat agree to a question. What all agree to is done.
func (m *Match) agree(i int, seat games.Seat) ([]games.Ply, error) {
	a := m.ask(i)
	a.Agreed = append(slices.Clone(a.Agreed), m.Players[seat].ID)
	if len(m.AskedBy(*a)) > 0 {
		return nil, nil
	}
	a.Answer = askAgreed
	switch a.About {
	case AboutDraw:
		return m.ply(m.SeatOf(a.By), games.Draw)
	case AboutTakeback:
		return m.takeBack(*a)
	case AboutPause:
		if !a.Until.After(m.Now) {
			return nil, ErrStale
		}
		m.Pauses, m.Paused = append(slices.Clone(m.Pauses), storage.Span{From: m.Now, To: a.Until}), true
		m.News = Without(m.News, func(t games.Text) bool { return t.Key == pauseOver })
		m.Redraw()
	case AboutRematch:
		setup := m.Setup
		setup.Rules = m.Info.Rules
		if _, err := m.Game.Start(setup); err != nil {
			return nil, err
		}
		m.Next = IDOf(m.RequestID) // Env.BeginNext stores it
	case AboutOff:
		m.End("off", m.Players[m.SeatOf(a.By)].Name)
		m.reshow()
	}
	return nil, nil
}

// ask returns a question that is about to change. The list of questions is shared, so it is cloned.
func (m *Match) ask(i int) *storage.Ask {
	m.Asks = slices.Clone(m.Asks)
	return &m.Asks[i]
}

// openAsk returns the index of the question about something that waits for answers, -1 for none.
func (m *Match) openAsk(about string) int {
	return slices.IndexFunc(m.Asks, func(a storage.Ask) bool { return a.About == about && a.Answer == "" })
}

// lapseAsks ends the questions that nobody can answer any more, because their turn ends.
func (m *Match) lapseAsks() {
	m.Asks = slices.Clone(m.Asks)
	for i := range m.Asks {
		if a := &m.Asks[i]; a.Answer == "" {
			a.Answer = askGone
		}
	}
}

// forgetAsker takes a person who has lost their seat out of the questions. Their own questions end.
func (m *Match) forgetAsker(person string) {
	m.Asks = slices.Clone(m.Asks)
	for i := range m.Asks {
		a := &m.Asks[i]
		a.Agreed = Without(a.Agreed, func(id string) bool { return id == person })
		if a.By == person && a.Answer == "" {
			a.Answer = askGone
		}
	}
}

// mayDraw returns a refusal unless a seat may offer a draw now, or agree to one.
func (m *Match) mayDraw(seat games.Seat) error {
	switch {
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case len(m.PeopleIn()) == 1 && len(m.State.In()) > 1:
		return games.Refuse("refuse.draw-parlour")
	case len(m.State.In()) == 1:
		return games.Refuse("refuse.alone")
	}
	return nil
}

// OfferDraw offers a draw for a seat, or agrees to one. Once all people agree, the game is drawn:
// Parlour's opponents agree to what all people want.
func (m *Match) OfferDraw(seat games.Seat) ([]games.Ply, error) { return m.Ask(seat, AboutDraw) }

// Repeatable reports whether there may be a rematch of a match: it has ended, also without a result, unless it never
// began or a moderator closed it.
func Repeatable(head storage.Head) bool {
	return head.Phase == storage.Over || head.Phase == storage.Off && head.Setup.Rules > 0 && head.Ended != Moderated && head.Ended != Unserved
}

// mayRematch returns a refusal unless a seat may ask for a rematch now.
func (m *Match) mayRematch(seat games.Seat) error {
	switch {
	case m.Phase.Live():
		return games.Refuse("refuse.rematch.playing")
	case !Repeatable(m.Head):
		return games.Refuse("refuse.rematch.off")
	case !m.Ends():
		return games.Refuse("refuse.rematch.two")
	case m.State == nil:
		return games.ErrRules
	case slices.ContainsFunc(m.Players, func(p storage.Player) bool { return storage.IsFormer(p.ID) }):
		return games.Refuse("refuse.rematch.former")
	case m.Next != "":
		return ErrStale
	}
	return nil
}

// Rematch asks for another game with swapped seats. Against Parlour or alone it is agreed at
// once, and Parlour may play it at another level, empty for the same. It returns [ErrStale] if there is one.
func (m *Match) Rematch(seat games.Seat, level games.Level) ([]games.Ply, error) {
	if level != "" && LevelOf(m.Head) == "" {
		return nil, games.Refuse("refuse.button")
	}
	made, err := m.Ask(seat, AboutRematch)
	if err == nil {
		m.NextLevel = level
	}
	return made, err
}

// FirstAgain returns the seat whose player has the first seat in a rematch.
func (m *Match) FirstAgain() games.Seat { return games.Seat(1 % len(m.Players)) }

// follow returns the position after the next ply of the log. One that takes back others
// marks them in the steps.
func (m *Match) follow(p games.Ply) (games.State, error) {
	n := p.Move.BackBy()
	if n == 0 {
		return m.State.Play(p.Seat, p.Move)
	}
	standing := m.Standing()
	if err := games.MayGoBack(m.State, m.Setup.Seats, p, len(standing)); err != nil {
		return nil, err
	}
	undone := standing[len(standing)-n:]
	m.steps = slices.Clone(m.steps) // other readers share them
	for _, i := range undone {
		m.steps[i].TakenBack = true
	}
	return m.steps[undone[0]].Before, nil
}

// Standing returns, as indices into the log, the plies that nobody has taken back. A ply
// that takes back others is none of them.
func (m *Match) Standing() []int {
	var all []int
	for i, s := range m.steps {
		if !s.TakenBack && s.Move.BackBy() == 0 {
			all = append(all, i)
		}
	}
	return all
}

// Moves returns the number of moves of players that stand.
func (m *Match) Moves() int {
	return len(Without(m.Standing(), func(i int) bool { return m.Log[i].Move.System() }))
}

// MayTakeBack returns a refusal unless a seat may take back its last move, with all that was
// played after it.
func (m *Match) MayTakeBack(seat games.Seat) error {
	switch i := m.openAsk(AboutTakeback); {
	case m.Rated != nil:
		return games.Refuse("refuse.rated.takeback")
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case i >= 0 && m.Asks[i].By != m.Players[seat].ID:
		return games.Refuse("refuse.takeback.answer", "Player", m.SeatOf(m.Asks[i].By))
	case i >= 0:
		return games.Refuse("refuse.takeback.asked", "Others", m.AskedBy(m.Asks[i]))
	}
	undone := m.undoable(seat, m.Turn)
	if len(undone) == 0 {
		return games.Refuse("refuse.back")
	}
	if last := m.steps[undone[0]]; games.Bids(last.Before) && last.Turn == m.Turn {
		return games.Refuse("refuse.takeback.bid")
	}
	for _, i := range undone {
		if m.Info.Hidden && m.showed(m.steps[i]) {
			return games.Refuse("refuse.takeback.hidden")
		}
	}
	return nil
}

// undoable returns, as indices into the log, the last move that a seat had made in a turn
// before anything was taken back in it, and the plies after it that stood then. It returns none if
// a system move is among them: a player who has left stays away.
func (m *Match) undoable(seat games.Seat, turn int) []int {
	var log []games.Ply
	for _, s := range m.steps {
		if s.Turn > turn || s.Turn == turn && s.Move.BackBy() > 0 {
			break
		}
		log = append(log, s.Ply)
	}
	standing := games.Standing(log)
	for n, i := range slices.Backward(standing) {
		switch {
		case log[i].Move.System():
			return nil
		case log[i].Seat == seat:
			return standing[n:]
		}
	}
	return nil
}

// showed reports whether a ply showed something to anybody but its player.
func (m *Match) showed(s Step) bool {
	return slices.ContainsFunc(append(m.Others(s.Seat), games.Spectator), func(seat games.Seat) bool {
		return !reflect.DeepEqual(s.Before.View(seat), s.After.View(seat))
	})
}

// TakeBack asks for the last move of a seat to be taken back. Parlour agrees at once. A request
// that comes a second time takes nothing more back.
func (m *Match) TakeBack(seat games.Seat) ([]games.Ply, error) {
	for _, e := range m.Log {
		if m.RequestID != "" && e.RequestID == m.RequestID && e.Move.BackBy() > 0 {
			return nil, nil
		}
	}
	return m.Ask(seat, AboutTakeback)
}

// takeBack takes back what a question is about that all agree to. The other questions end, as
// their turn does.
func (m *Match) takeBack(a storage.Ask) ([]games.Ply, error) {
	seat := m.SeatOf(a.By)
	undone := m.undoable(seat, a.Turn)
	if len(undone) == 0 || a.Turn != m.Turn {
		return nil, ErrStale
	}
	if len(m.People()) == 1 {
		m.tell("news.back.own")
	} else { // the question tells of it too, but pings nobody
		m.tell("news.back", "Name", m.Players[seat].Name)
	}
	m.lapseAsks()
	m.Plan = nil
	m.reshow()
	return []games.Ply{{Seat: seat, Move: games.Back(len(undone))}}, nil
}

// AskedBack returns the move that a question wants to take back, with the position before it, and whether others stood
// after it, which go with it. ok is false if there is none.
func (m *Match) AskedBack(a storage.Ask) (step Step, more, ok bool) {
	var log []games.Ply
	for _, s := range m.steps {
		if s.Turn < a.Turn {
			log = append(log, s.Ply)
		}
	}
	standing := games.Standing(log)
	for n, i := range slices.Backward(standing) {
		if s := m.steps[i]; s.Seat == m.SeatOf(a.By) && !s.Move.System() {
			return s, n < len(standing)-1, true
		}
	}
	return Step{}, false, false
}
