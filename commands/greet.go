package commands

import (
	"context"
	"errors"
	"time"

	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/storage"
)

// greetWithin is how long after Parlour was added it still says hello: it may have been away then, or the
// store out of reach.
const greetWithin = time.Hour

// greetAgain is how long a greeting waits before it is tried again.
const greetAgain = 10 * time.Second

var (
	errGreeted = errors.New("this server was greeted before")
	errLater   = errors.New("the greeting waits")
)

// isNew reports whether Parlour was added to a server so lately that it says hello.
func isNew(j Joined, now time.Time) bool {
	return j.Guild != "" && now.Sub(j.At) < greetWithin
}

// sayHello says hello in a server to which Parlour was added, in its system channel, or else to the person who
// added it. It does so once, whatever happens: the claim comes first, so what a crash cuts off after it is
// never said. While the store is out of reach, or the lease of this process is over, Greet waits.
func (s *Service) sayHello(ctx context.Context, j Joined) error {
	for isNew(j, s.Now()) {
		err := s.sayHelloNow(context.WithoutCancel(ctx), j)
		if !errors.Is(err, errLater) || s.publisher.Wait == nil {
			return err
		}
		if err := s.publisher.Wait(ctx, greetAgain); err != nil {
			return err
		}
	}
	return nil
}

// sayHelloNow says hello in a server that was not greeted. It returns [errLater] if it could not claim that.
func (s *Service) sayHelloNow(ctx context.Context, j Joined) error {
	ctx, done := s.Env.Fleet.While(ctx)
	defer done()
	if ctx.Err() != nil {
		return errors.Join(errLater, context.Cause(ctx))
	}
	_, err := storage.Servers.Change(ctx, s.Store, j.Guild, func(s *storage.Server) error {
		if s.Greeted {
			return errGreeted
		}
		s.Greeted = true
		return nil
	})
	switch {
	case err == nil:
		return s.hello(ctx, j)
	case errors.Is(err, errGreeted):
		return nil
	case errors.Is(err, storage.ErrUnavailable):
		return errors.Join(errLater, err)
	}
	return err
}

// hello says hello. A person who takes no direct messages, or may get none now, hears nothing.
func (s *Service) hello(ctx context.Context, j Joined) error {
	nonce, patient := "hi-"+j.Guild, s.publisher.Patient
	say := func(key string, pairs ...any) string { return s.Writer.Say(j.Lang, key, pairs...) }
	if j.System != "" {
		hello := message.Lines(say("joined.hello"), say("joined.commands"), say("joined.privacy"), say("joined.doctor"))
		_, err := patient.Post(ctx, j.System, nonce, message.Message{Content: hello})
		if !errors.Is(err, publish.ErrForbidden) && !errors.Is(err, publish.ErrGone) {
			return err
		}
	}
	if j.By == "" {
		return nil
	}
	channel, _, err := s.publisher.Directs.With(ctx, patient, publish.Need{Person: j.By})
	switch {
	case errors.Is(err, publish.ErrClosed), errors.Is(err, publish.ErrGone), errors.Is(err, publish.ErrSpent):
		return nil
	case err != nil:
		return err
	}
	server := say("joined.server", "Server", j.Name)
	hello := message.Lines(say("joined.hello"), server, say("joined.commands"), say("joined.privacy"), say("joined.doctor-there"))
	_, err = patient.Post(ctx, channel, nonce, message.Message{Content: hello})
	if errors.Is(err, publish.ErrClosed) || errors.Is(err, publish.ErrForbidden) || errors.Is(err, publish.ErrGone) {
		return s.publisher.Directs.NoteClosed(ctx, j.By, err)
	}
	return err
}
