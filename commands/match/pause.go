package match

import (
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// PauseNotice is how long a pause goes on once a player wants to play again.
const PauseNotice = 24 * time.Hour

// pauseOver is the news that a pause is over.
const pauseOver = "news.pause.over"

// PauseEnd returns the end of the last pause of a match, zero if there was none.
func PauseEnd(head storage.Head) time.Time {
	if len(head.Pauses) == 0 {
		return time.Time{}
	}
	return head.Pauses[len(head.Pauses)-1].To
}

// MayPause returns a refusal unless a seat may ask for a pause now.
func (m *Match) MayPause(seat games.Seat) error {
	i := m.openAsk(AboutPause)
	switch {
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case !m.Limited():
		return games.Refuse("refuse.pause.timeless")
	case m.Strict:
		return games.Refuse("refuse.pause.strict")
	case m.Paused:
		return games.Refuse("refuse.pause.runs")
	case m.Late() != games.Spectator:
		return games.Refuse("refuse.pause.late", "Late", m.Late())
	case i >= 0:
		return games.Refuse("refuse.pause.asked", "Others", m.AskedBy(m.Asks[i]))
	}
	return nil
}

// AskPause puts a pause until a day to the others. It begins once all people agree.
func (m *Match) AskPause(seat games.Seat, until time.Time) ([]games.Ply, error) {
	if err := m.MayPause(seat); err != nil {
		return nil, err
	}
	return m.put(seat, storage.Ask{About: AboutPause, Until: until})
}

// MayEndPause returns a refusal unless a pause goes on for longer than the notice that a seat has to give.
func (m *Match) MayEndPause(seat games.Seat) error {
	switch {
	case !m.In(seat):
		return m.RefuseLeft(seat)
	case !m.Paused:
		return games.Refuse("refuse.pause.none")
	case !PauseEnd(m.Head).After(m.Now.Add(m.notice())):
		return games.Refuse("refuse.pause.ends")
	}
	return nil
}

// notice is for how long a pause goes on that is ended. One person alone has nobody to warn.
func (m *Match) notice() time.Duration {
	if len(m.PeopleIn()) == 1 {
		return 0
	}
	return PauseNotice
}

// EndPause has a pause end once the others have had their notice.
func (m *Match) EndPause(seat games.Seat) ([]games.Ply, error) {
	if err := m.MayEndPause(seat); err != nil {
		return nil, err
	}
	m.Pauses = slices.Clone(m.Pauses)
	m.Pauses[len(m.Pauses)-1].To = m.Now.Add(m.notice())
	if m.notice() > 0 {
		m.tell("news.pause.ends", "Name", m.Players[seat].Name)
		m.Repost()
	}
	return nil, nil
}
