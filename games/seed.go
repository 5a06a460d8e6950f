package games

import (
	"encoding/hex"
	"fmt"
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
