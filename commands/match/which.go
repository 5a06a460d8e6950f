package match

import (
	"context"
	"slices"

	"parlour/storage"
)

// mostEnded is how many ended matches are looked at.
const mostEnded = 25

// MostListed is how many matches of a person, the newest, a list or a completion looks at.
const MostListed = 100

// A Scope is the matches that a command can be about.
type Scope int

const (
	Mine   Scope = iota // those that the asker plays
	Anyone              // those, and what is played in the channel
)

// Meant returns the id of the match that a command names, else that of the match whose thread the
// channel is: there no command means a match of somewhere else. It is empty where neither is so.
// A match that is over counts unless another one is played in its thread. It looks at a part of
// the matches of the channel.
func (e *Env) Meant(ctx context.Context, named, channel string, part storage.Part) (string, error) {
	if named != "" {
		return named, nil
	}
	here, err := e.Store.OfChannel(ctx, channel, part)
	if err != nil {
		return "", err
	}
	here = slices.DeleteFunc(e.Offered(here), func(head storage.Head) bool { return head.Phase != storage.Playing })
	if i := slices.IndexFunc(here, func(head storage.Head) bool { return head.Home != channel }); i >= 0 {
		return here[i].ID, nil
	}
	if len(here) > 0 {
		return "", nil
	}
	ended, thread, err := e.endedHere(ctx, channel)
	if err != nil || !thread {
		return "", err
	}
	return ended[0].ID, nil
}

// OnTurn narrows matches down to those in which a person has a move to make or to change, if
// there are any; with bid, a bid.
func (e *Env) OnTurn(ctx context.Context, person string, bid bool, list []storage.Head) []storage.Head {
	narrow := Without(list, func(head storage.Head) bool {
		is, bids := e.hasTurn(ctx, head, person)
		return !is || bid && !bids
	})
	if len(narrow) == 0 {
		return list
	}
	return narrow
}

// Candidates lists, best first, the sets of matches that a command may mean: the asker's in
// this channel, any in this channel, the asker's anywhere, and last those of the asker that
// have not begun.
func Candidates(in Scope, here, own []storage.Head) [][]storage.Head {
	played := func(list []storage.Head, also func(storage.Head) bool) []storage.Head {
		return Without(list, func(head storage.Head) bool {
			return head.Phase != storage.Playing || !also(head)
		})
	}
	any := func(storage.Head) bool { return true }
	lists := [][]storage.Head{played(here, func(head storage.Head) bool {
		return slices.ContainsFunc(own, func(o storage.Head) bool { return o.ID == head.ID })
	})}
	if in == Anyone {
		lists = append(lists, played(here, any))
	}
	return append(lists, played(own, any), own)
}

// EndedOf returns the ended matches of a person, the last first and at most [mostEnded]. It looks at the
// newest [MostListed], and leaves out tables that never became a game.
func (e *Env) EndedOf(ctx context.Context, person string) ([]storage.Head, error) {
	ended, err := e.Store.OfPlayer(ctx, person, false, storage.Newest(MostListed))
	ended = slices.DeleteFunc(ended, func(head storage.Head) bool { return head.Setup.Rules == 0 })
	return ended[:min(len(ended), mostEnded)], err
}

// LastEnded returns the game that has ended in a thread, else a person's last one, else the
// channel's last one, or the error given if there is none.
func (e *Env) LastEnded(ctx context.Context, person, channel string, none error) (*Match, error) {
	here, thread, err := e.endedHere(ctx, channel)
	if err != nil {
		return nil, err
	}
	own, err := e.EndedOf(ctx, person)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(e.Offered(own), here)
	if thread {
		all = here
	}
	if len(all) > 0 {
		return e.Load(ctx, all[0].ID)
	}
	return nil, none
}

// endedHere returns the newest game that has ended in a channel, in a list, and whether the channel
// is its thread. The list is empty if there is none. Tables that never became a game are left out.
func (e *Env) endedHere(ctx context.Context, channel string) (here []storage.Head, thread bool, err error) {
	all, err := e.Store.EndedIn(ctx, channel, mostEnded)
	for _, head := range e.Offered(all) {
		if head.Setup.Rules > 0 {
			return []storage.Head{head}, head.Home != channel, err
		}
	}
	return nil, false, err
}
