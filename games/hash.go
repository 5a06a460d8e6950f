package games

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// A Hash is a SHA-256. As text it is 64 hex digits.
type Hash [32]byte

// String writes the hash as 64 hex digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText writes the hash as 64 hex digits.
func (h Hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads 64 hex digits and refuses anything else.
func (h *Hash) UnmarshalText(text []byte) error {
	return readHex(h[:], text, "a hash")
}

// readHex reads the hex digits of what has a name, as many as fill it.
func readHex(to, text []byte, name string) error {
	if len(text) != hex.EncodedLen(len(to)) {
		return fmt.Errorf("%s is %d hex digits, not %d characters", name, hex.EncodedLen(len(to)), len(text))
	}
	if _, err := hex.Decode(to, text); err != nil {
		return fmt.Errorf("%s is %d hex digits: %w", name, hex.EncodedLen(len(to)), err)
	}
	return nil
}

// crockford is the base 32 of Douglas Crockford: no letter of it looks like a digit.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// Code returns the first 160 bits of a hash as 32 letters of Crockford's base 32, in groups of
// four.
func (h Hash) Code() string {
	letters := crockford.EncodeToString(h[:20])
	var groups []string
	for i := 0; i < len(letters); i += 4 {
		groups = append(groups, letters[i:i+4])
	}
	return strings.Join(groups, "-")
}

// hashOf returns the SHA-256 of a label and some fields, each after its length in four bytes,
// the highest first. No two lists of fields give the same bytes, and no two purposes share a
// label.
func hashOf(label string, fields ...[]byte) Hash {
	var all []byte
	for _, field := range append([][]byte{fmt.Appendf(nil, "parlour/%s/%d", label, ProofVersion)}, fields...) {
		all = append(binary.BigEndian.AppendUint32(all, uint32(len(field))), field...)
	}
	return sha256.Sum256(all)
}
