package world

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Chance draws what happens. The same seed draws the same.
type Chance struct{ *rand.Rand }

// NewChance returns the chance of a seed, for one of several who draw and do not depend on each other.
func NewChance(seed uint64, who ...uint64) Chance {
	return Chance{rand.New(rand.NewPCG(seed, append(who, 0)[0]))}
}

// UpTo returns a random duration below another.
func (c Chance) UpTo(d time.Duration) time.Duration { return time.Duration(c.Int64N(int64(d))) }

// Weigh chooses from a list in which each text has its weight after it: "accept 16, decline 2".
func (c Chance) Weigh(list string) string {
	var all []string
	for _, one := range strings.Split(list, ", ") {
		i := strings.LastIndex(one, " ")
		weight, _ := strconv.Atoi(one[i+1:])
		all = append(all, slices.Repeat([]string{one[:i]}, weight)...)
	}
	return OneOf(c, all...)
}

// OneOf returns a random element.
func OneOf[T any](c Chance, all ...T) T { return all[c.IntN(len(all))] }

// RandomBytes returns the source of random bytes of a seed.
func RandomBytes(seed uint64) io.Reader {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return rand.NewChaCha8(key)
}
