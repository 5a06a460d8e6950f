package arena

import (
	"errors"
	"fmt"
	"os"

	"parlour/games"
)

// write appends a game that is over to the file of --pgn, if there is one. Seat 0 has White.
func (a *arena) write(n int, sat []int, end games.State) error {
	if a.PGN == "" {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	f, err := os.OpenFile(a.PGN, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "[Event \"Parlour's arena, seed %d\"]\n[Round \"%d\"]\n[White \"%s\"]\n[Black \"%s\"]\n%s\n\n", a.Seed, n+1, a.names[sat[0]], a.names[sat[1]], end.(games.Notator).Notation())
	return errors.Join(err, f.Close())
}
