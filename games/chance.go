package games

import (
	"crypto/sha256"
	"math/rand/v2"
)

// A Chance is a stream of random numbers that anybody can make again from a seed, on any
// machine and in any language: docs/fairness.md says how, and a test holds it to that.
// Every purpose of a game has a stream of its own, so that draws for one change nothing
// for another.
type Chance struct{ words *rand.ChaCha8 }

// Chance returns the stream of a seed for a purpose, a short text in ASCII. It is that of
// ChaCha8 (C2SP's chacha8rand), keyed by the SHA-256 of the seed's 32 bytes and the purpose.
func (s Seed) Chance(purpose string) *Chance {
	return &Chance{rand.NewChaCha8(sha256.Sum256(append(s[:], purpose...)))}
}

// Below draws a number from 0 to n-1, all equally likely; n is at least 1. It takes the
// first word below the largest multiple of n in 64 bits, and returns its remainder by n.
func (c *Chance) Below(n int) int { return int(c.below(uint64(n))) }

// below is the same for numbers that an int of 32 bits does not hold.
func (c *Chance) below(n uint64) uint64 {
	over := -n % n // 2^64 mod n
	for {
		if w := c.words.Uint64(); w <= ^over {
			return w % n
		}
	}
}

// Shuffle puts a list in random order, all orders equally likely. From the last place down
// to the second, it swaps each element with one drawn from itself and those before it
// (Fisher and Yates, in Durstenfeld's form).
func Shuffle[T any](c *Chance, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := c.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
