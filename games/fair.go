package games

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// The first version of the proof, of matches from before [ProofVersion]. When a table opened,
// its secret was drawn and the commitment to it was shown; the words that players said were
// mixed in; the secret was shown at the end. Every move of a game that hides something was
// sealed: its hash was shown at once, the move and its salt when the seal was opened.

// Commitment returns the SHA-256 of a secret's 32 bytes. It is shown before the secret.
func Commitment(secret Seed) Hash { return sha256.Sum256(secret[:]) }

// SeedOf returns the seed of a match: the SHA-256 of the secret's 32 bytes and of every
// player's word, in the order in which they sat down. Before each word stands its length
// in four bytes, the highest first; a missing word is empty. Without any word the seed is
// the secret.
func SeedOf(secret Seed, words []string) Seed {
	if strings.Join(words, "") == "" {
		return secret
	}
	said := secret[:]
	for _, w := range words {
		said = append(binary.BigEndian.AppendUint32(said, uint32(len(w))), w...)
	}
	return sha256.Sum256(said)
}

// A Salt keeps a sealed move from being guessed from its hash. As text it is 32 hex
// digits.
type Salt [16]byte

// MarshalText writes the salt as 32 hex digits.
func (s Salt) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads 32 hex digits and refuses anything else.
func (s *Salt) UnmarshalText(text []byte) error {
	if n, err := hex.Decode(make([]byte, hex.DecodedLen(len(text))), text); err != nil || n != len(s) {
		return fmt.Errorf("a salt is %d hex digits", hex.EncodedLen(len(s)))
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// An Opener is a Game that reveals only a part of a sealed move when the seal is opened.
type Opener interface {
	// Open returns the part of a sealed move that is revealed, as a move.
	Open(m Move) Move
}

// Opens returns the part of a sealed move that a game reveals when the seal is opened.
func Opens(g Game, m Move) Move {
	if o, ok := g.(Opener); ok {
		return o.Open(m)
	}
	return m
}

// Seal returns the hash of a sealed move: the SHA-256 of the key's 16
// bytes, the seat in one byte, the text of the part that will be revealed, and the 32
// bytes of the rest. Key and rest are those of [Opening].
func Seal(salt Salt, p Ply, told Move) Hash {
	key, rest := Opening(salt, p)
	return Told{p.Seat, told, key, rest}.seal()
}

func (t Told) seal() Hash {
	sealed := append(append(t.Key[:], byte(t.Seat)), t.Move...)
	return sha256.Sum256(append(sealed, t.Rest[:]...))
}

// Opening returns what opens a seal to the revealed part of a move, and to nothing else.
// The key is the first 16 bytes of the SHA-256 of the salt's 16 bytes and "key". The rest
// is the SHA-256 of the salt, the seat in one byte, and the text of the whole move, which
// stays sealed until the salt is shown.
func Opening(salt Salt, p Ply) (key Salt, rest Hash) {
	sum := sha256.Sum256(append(salt[:], "key"...))
	copy(key[:], sum[:])
	return key, sha256.Sum256(append(append(salt[:], byte(p.Seat)), p.Move...))
}

// spoken lists words as people read them, with a dash for a missing one.
func spoken(words []string) string {
	said := slices.Clone(words)
	for i, w := range said {
		said[i] = cmp.Or(w, "–")
	}
	return strings.Join(said, ", ")
}
