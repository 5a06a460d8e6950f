package main

import (
	"cmp"
	"fmt"
	"net"

	"parlour/bot"
	"parlour/bot/sandbox"
)

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
	server.SendEventsTo("http://" + l.Addr().String() + "/events")
	return nil
}
