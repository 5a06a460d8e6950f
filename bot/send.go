package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"parlour/bot/rest"
	"parlour/commands/publish"
)

// restConfig ties the client of Discord's REST API to the bot.
func (b *bot) restConfig() rest.Config {
	return rest.Config{
		Token: b.Token, API: b.API, Transport: b.Transport, Patience: b.Patience, Pace: b.Pace, Share: b.fleet.Share, Global: b.fleet.Held,
		Tried: b.tried, Retried: b.metrics.retried, Dated: func(date string, took time.Duration) {
			if at, err := http.ParseTime(date); err == nil {
				b.clock.Heard(at, took)
			}
		},
	}
}

// do makes a request, reads the answer into out unless that is nil, and translates
// Discord's refusals by [known].
func (b *bot) do(ctx context.Context, r rest.Request, out any) error {
	if err := b.rest.Do(ctx, r, out); err != nil {
		return fmt.Errorf("%s: %w", r.Bucket, known(err))
	}
	return nil
}

// Discord's error codes that the bot tells apart.
const (
	codeUnknownChannel = 10003
	codeUnknownServer  = 10004
	codeUnknownMember  = 10007
	codeUnknownMessage = 10008
	codeUnknownPerson  = 10013
	codeNoAccess       = 50001
	codeThreadExists   = 160004
	codeBadName        = 200001 // the server's rules forbid the name of a thread
	codeManyCommands   = 30034  // too many new commands for a day
	codeDirectClosed   = 50007  // the person takes no direct messages
	codeEntryPoint     = 50240  // the list of commands has no Entry Point command, and there is one
	codeNoMutualServer = 50278  // the bot shares no server with the person

	// What passes, though its status may be that of a refusal.
	codeBusyChannel = 20028 // too much is written in the channel
	codeBusyServer  = 20029 // too much is written in the server
	codeSendingOff  = 40004 // nothing can be sent for a while
	codeFeatureOff  = 40006 // what was asked for is switched off for a while
	codeBusyService = 40062 // a part of Discord has a limit
	codeBusyNetwork = 40333 // a fault of the network within Discord
)

// known adds to a refusal of Discord's what it means to package commands. A refusal with a code is final, but for
// the few codes of what passes. One for a bad token, a time-out or a rate limit is not, nor is a fault of the
// network: those may be tried again.
func known(err error) error {
	refused := refusal(err)
	switch refused.Code {
	case 0:
		return err
	case codeUnknownChannel, codeUnknownServer, codeUnknownMember, codeUnknownMessage, codeUnknownPerson:
		return errors.Join(publish.ErrGone, err)
	case codeDirectClosed, codeNoMutualServer:
		return errors.Join(publish.ErrClosed, err)
	case codeBadName:
		return errors.Join(publish.ErrName, err)
	case rest.CodeDirectTooFast: // which passes, and nobody has closed anything
		return errors.Join(publish.ErrTooFast, err)
	case codeThreadExists,
		codeBusyChannel, codeBusyServer, codeSendingOff, codeFeatureOff, codeBusyService, codeBusyNetwork:
		return err
	}
	switch status := refused.Status; status {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return err
	default:
		if status >= 400 && status < 500 {
			return errors.Join(publish.ErrForbidden, err)
		}
	}
	return err
}

// unlessGone returns the error of a deletion, and none if what was to be deleted was gone already.
func unlessGone(err error) error {
	if errors.Is(err, publish.ErrGone) {
		return nil
	}
	return err
}

// refusal returns Discord's refusal in an error, or the zero value if there is none.
func refusal(err error) rest.Error {
	var refused *rest.Error
	if errors.As(err, &refused) {
		return *refused
	}
	return rest.Error{}
}
