package bolt

import (
	"math/rand/v2"
	"testing"

	"go.etcd.io/bbolt"

	"parlour/storage/storetest"
)

var played = storetest.Played

// fillOver writes matches that are over into a store, as [Store.Append] writes them, in few commits.
func fillOver(t testing.TB, s *Store, matches int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	for done := 0; done < matches; {
		if err := s.db.Update(func(tx *bbolt.Tx) error {
			for end := min(done+1000, matches); done < end; done++ {
				h, log := played(r)
				h.Version, h.Plies = 1, len(log)
				c := change{head: h, entries: log}
				if err := c.prepare(); err != nil {
					return err
				}
				if err := c.apply(tx); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}
