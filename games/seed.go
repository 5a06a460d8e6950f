package games

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// A Seed is the source of every chance event of a match. As text it is 64 hex digits.
type Seed [32]byte

// MarshalText writes the seed as 64 hex digits.
func (s Seed) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads 64 hex digits and refuses anything else.
func (s *Seed) UnmarshalText(text []byte) error {
	return readHex(s[:], text, "a seed")
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
