package setup

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"strings"
)

// A PublicKey is the public key of an application.
type PublicKey struct{ Key ed25519.PublicKey }

// UnmarshalText reads a key as Discord shows it.
func (k *PublicKey) UnmarshalText(text []byte) error {
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != 0 && len(key) != ed25519.PublicKeySize {
		return errors.New("a public key is 64 hexadecimal digits: copy it from the application's General Information page")
	}
	if len(key) > 0 {
		k.Key = key
	}
	return nil
}
