package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// askWithin is how long a bot may take to say how it is.
const askWithin = 5 * time.Second

// Ask asks a bot on this machine, which listens at an address, for a page such as "healthz", and writes what it says.
// An error is a bot that is not well, or that does not answer.
func Ask(ctx context.Context, addr, page string, w io.Writer) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("--web takes an address such as 127.0.0.1:8080, not %q", addr)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() { // it listens on loopback, or everywhere
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/"+page, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("what listens at %s gives no answer: the log of the bot may say why", r.URL.Host)
	case err != nil:
		return fmt.Errorf("no bot answers at %s: start the bot with --web %s, and name the same address here", r.URL.Host, addr)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(w, io.LimitReader(answer.Body, 1<<16)); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return errors.New("the bot is not well")
	}
	return nil
}
