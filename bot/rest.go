package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"parlour/commands/publish"

	"github.com/bwmarrin/discordgo"
)

// A route says what a request asks for, where, and how.
type route struct {
	method, path string // the path is below the API's root
	bucket       string // what Discord limits it under, a name of ours that holds no token
	class        class
	harmless     bool // a POST that makes nothing twice, however often it is made
	once         bool // best effort: it is tried once and then left
	hasty        bool // it is left when nobody can be reached
}

// repeatable reports whether a request may be made again of which it is not known
// whether it took effect.
func (r route) repeatable() bool { return r.method != http.MethodPost || r.harmless }

// send makes a request, with files if there are any, and reads the answer into
// out unless that is nil.
func (b *bot) send(ctx context.Context, r route, p payload, files []*discordgo.File, out any) error {
	var (
		kind = "application/json"
		body []byte
		err  error
	)
	if len(files) == 0 {
		body, err = json.Marshal(p.body())
	} else {
		kind, body, err = discordgo.MultipartBodyWithJSON(p.body(), files)
	}
	if err != nil {
		return fmt.Errorf("write a request: %w", err)
	}
	return b.raw(ctx, r, kind, body, out)
}

// raw makes a request of bytes, for as long as the bot has patience.
func (b *bot) raw(ctx context.Context, r route, kind string, body []byte, out any) error {
	ctx, cancel := context.WithTimeout(ctx, b.Patience)
	defer cancel()
	got, err := b.persist(ctx, r, kind, body)
	if err != nil {
		return fmt.Errorf("%s: %w", r.bucket, known(redact(err)))
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(got, out); err != nil {
		return fmt.Errorf("%s: read the answer: %w", r.bucket, err)
	}
	return nil
}

// longestBackoff is how long at most is waited before a request is made again, unless
// Discord says how long.
const longestBackoff = 5 * time.Second

// persist makes a request until it is answered for good, as far as it may be made again,
// with growing pauses, which are not equal for those that failed together.
func (b *bot) persist(ctx context.Context, r route, kind string, body []byte) ([]byte, error) {
	lost := false // whether it may have taken effect already
	for wait := b.limits.backoff; ; wait = min(2*wait, longestBackoff) {
		if err := b.limits.wait(ctx, r); err != nil {
			return nil, err
		}
		got, heard, err := b.attempt(ctx, r, kind, body)
		switch {
		case err == nil:
			return got, nil
		case lost && code(err) == codeAnswered: // by the try whose answer was lost
			return nil, nil
		case r.once, r.hasty && unreached(err), !heard.passing(), !heard.refused() && !r.repeatable():
			return nil, err
		}
		lost = lost || !heard.refused()
		b.metrics.retry(heard.reason())
		if pause(ctx, max(heard.wait, wait/2+rand.N(wait/2))) != nil {
			return nil, err
		}
	}
}

// unreached reports whether an error is that of a connection which was never made.
func unreached(err error) bool {
	var dial *net.OpError
	return errors.As(err, &dial) && dial.Op == "dial"
}

// triesInPatience is what part of the patience one try may take, so that one which hangs
// is followed by another.
const triesInPatience = 3

// attempt makes a request once, and has the limiter heed what the answer says. The bucket
// that discordgo wants is for this try alone: it keeps its buckets for ever, and while one
// waits nothing ends that.
func (b *bot) attempt(ctx context.Context, r route, kind string, body []byte) ([]byte, heard, error) {
	ctx, cancel := context.WithTimeout(ctx, b.Patience/triesInPatience)
	defer cancel()
	var h heard
	bucket := &discordgo.Bucket{}
	bucket.Lock()
	got, err := b.rest.RequestWithLockedBucket(r.method, discordgo.EndpointAPI+r.path, kind, body, bucket, 0,
		discordgo.WithContext(context.WithValue(ctx, heardKey{}, &h)))
	if h.holds {
		b.limits.hold(r.bucket, h.wait)
	}
	if h.global {
		b.limits.hold("", h.wait)
	}
	switch {
	case h.refused():
		err = fmt.Errorf("the answer is %d, with %v to wait", h.status, h.wait)
	case h.status >= http.StatusInternalServerError:
		err = fmt.Errorf("the answer is %d", h.status)
	}
	return got, h, err
}

// Discord's codes for what a channel, a server or an answer cannot do. The last three are
// of direct messages: opened too fast, closed, and to somebody with whom the bot shares
// no server.
const (
	codeUnknownChannel = 10003
	codeUnknownServer  = 10004
	codeUnknownMember  = 10007
	codeUnknownMessage = 10008
	codeUnknownPerson  = 10013
	codeOldMessage     = 30046
	codeAnswered       = 40060
	codeNoAccess       = 50001
	codeThreadExists   = 160004
	codeDirectTooFast  = 40003
	codeDirectClosed   = 50007
	codeNoMutualServer = 50278
)

// known adds to an error of Discord's what the commands know of it. Whatever
// Discord says no to, with a code of its own, it will say no to again; trying
// again is for a bad token, a time-out, a rate limit and faults of the network.
func known(err error) error {
	var rest *discordgo.RESTError
	if !errors.As(err, &rest) || rest.Response == nil || code(err) == 0 {
		return err
	}
	switch code(err) {
	case codeUnknownChannel, codeUnknownServer, codeUnknownMember, codeUnknownMessage, codeUnknownPerson:
		return errors.Join(publish.ErrGone, err)
	case codeDirectClosed, codeNoMutualServer:
		return errors.Join(publish.ErrClosed, err)
	case codeThreadExists, codeDirectTooFast: // the latter passes, and nobody has closed anything
		return err
	}
	switch status := rest.Response.StatusCode; status {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return err
	default:
		if status >= 400 && status < 500 {
			return errors.Join(publish.ErrForbidden, err)
		}
	}
	return err
}

// code returns Discord's code of an error, 0 where it has none.
func code(err error) int {
	var rest *discordgo.RESTError
	if errors.As(err, &rest) && rest.Message != nil {
		return rest.Message.Code
	}
	return 0
}
