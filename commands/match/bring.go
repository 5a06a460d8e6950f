package match

import (
	"time"

	"parlour/games"
)

// bringPause is the shortest time between two boards that players bring down.
const bringPause = time.Minute

// BringDown has the board posted again at the bottom of its channel, where it notifies nobody. A
// board that is yet to be posted comes there anyway, and notifies as ever.
func (m *Match) BringDown(_ games.Seat) ([]games.Ply, error) {
	if m.Now.Sub(m.BroughtAt) < bringPause {
		return nil, games.Refuse("refuse.brought")
	}
	if m.Desired.Post > m.Published.Post {
		return nil, nil
	}
	m.Repost()
	m.BroughtAt, m.Brought = m.Now, m.Desired.Post
	return nil, nil
}
