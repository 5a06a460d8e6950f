package main

import (
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"strings"

	"parlour/bot"
	"parlour/bot/sandbox"
)

// A publicKey is the public key of an application.
type publicKey struct{ key ed25519.PublicKey }

// UnmarshalText reads a key as Discord shows it.
func (k *publicKey) UnmarshalText(text []byte) error {
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != 0 && len(key) != ed25519.PublicKeySize {
		return errors.New("a public key is 64 hexadecimal digits: copy it from the application's General Information page")
	}
	if len(key) > 0 {
		k.key = key
	}
	return nil
}

// listen listens at an address, on loopback unless the address names a host. It returns
// nil for no address.
func listen(addr string) (net.Listener, error) {
	if addr == "" {
		return nil, nil
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port))
	if err != nil {
		return nil, fmt.Errorf("nothing can be served over HTTP there, so choose another address for --web: %w", err)
	}
	return l, nil
}

// overHTTP has a bot take the sandbox's interactions over HTTP, at an address that is free.
func overHTTP(server *sandbox.Server, c *bot.Config) error {
	l, err := listen("127.0.0.1:0")
	if err != nil {
		return err
	}
	c.Web, c.Interactions = l, true
	server.SendTo("http://" + l.Addr().String() + "/interactions")
	return nil
}
