package bot

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// newSession makes a session that speaks to an API, or to Discord itself. It asks
// for no intents, because interactions come without, and keeps no state.
func newSession(token, api string) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Identify.Intents = discordgo.IntentsNone
	s.StateEnabled = false
	s.MaxRestRetries = 0 // a retried POST can make a message twice
	s.LogLevel = -1      // its messages can hold tokens
	s.Client = &http.Client{Timeout: 20 * time.Second}
	if api != "" {
		to, err := url.Parse(api)
		if err != nil {
			return nil, fmt.Errorf("the address of the API cannot be read: %w", err)
		}
		s.Client.Transport = elsewhere{to}
	}
	return s, nil
}

// elsewhere sends what is meant for Discord to another host.
type elsewhere struct{ to *url.URL }

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = e.to.Scheme, e.to.Host, e.to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// closeBadToken is the code with which the gateway refuses a token.
const closeBadToken = 4004

// open opens the gateway, within a time.
func open(s *discordgo.Session) error {
	opened := make(chan error, 1)
	go func() { opened <- s.Open() }()
	var err error
	select {
	case err = <-opened:
	case <-time.After(openTimeout):
		err = fmt.Errorf("no answer in %v", openTimeout)
	}
	var closed *websocket.CloseError
	if errors.As(err, &closed) && closed.Code == closeBadToken {
		return ErrBadToken
	}
	if err != nil {
		return fmt.Errorf("the gateway does not open: %w", redact(err))
	}
	return nil
}

// redact takes the address out of a transport error, which may hold a token.
func redact(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
