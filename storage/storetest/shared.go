package storetest

import (
	"context"
	"time"

	"parlour/storage"
)

// Shared is a store that is given to several processes, with the clock of a test.
type Shared struct {
	storage.Store
	Clock func() time.Time
}

var _ storage.Shared = Shared{}

// Time returns the time by the clock of the test.
func (s Shared) Time(context.Context) (time.Time, error) { return s.Clock(), nil }
