package games

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// A Seed is the source of every chance event of a match. As text it is 64 hex digits.
type Seed [32]byte

// MarshalText writes the seed as 64 hex digits.
func (s Seed) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads 64 hex digits and refuses anything else.
func (s *Seed) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(s)) {
		return fmt.Errorf("a seed is %d hex digits, not %d characters", hex.EncodedLen(len(s)), len(text))
	}
	if _, err := hex.Decode(s[:], text); err != nil {
		return fmt.Errorf("a seed is %d hex digits: %w", hex.EncodedLen(len(s)), err)
	}
	return nil
}

// SeedOf returns a seed for what some words name, such as a turn of an opponent. It is the SHA-256 of another
// seed's 32 bytes and of every word, each after its length in four bytes, the highest first. Without any
// word it is the other seed.
func SeedOf(from Seed, words []string) Seed {
	if strings.Join(words, "") == "" {
		return from
	}
	said := from[:]
	for _, w := range words {
		said = append(binary.BigEndian.AppendUint32(said, uint32(len(w))), w...)
	}
	return sha256.Sum256(said)
}
