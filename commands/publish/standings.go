package publish

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands/match"
)

// memberLife is how long it is remembered whether somebody is in a server.
const memberLife = 24 * time.Hour

// mostMembers bounds the people of whom that is remembered.
const mostMembers = 20_000

// membersAtOnce is how many people Discord is asked about at once.
const membersAtOnce = 4

// members remember who is in a server, as Discord has said it. The zero value is ready to use.
type members struct {
	mu    sync.Mutex
	known map[member]membership
}

type member struct{ guild, person string }

// A membership is whether somebody is in a server, and when Discord said that.
type membership struct {
	is bool
	at time.Time
}

// note remembers whether somebody is in a server.
func (ms *members) note(guild, person string, is bool, now time.Time) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if ms.known == nil || len(ms.known) >= mostMembers {
		ms.known = map[member]membership{}
	}
	ms.known[member{guild, person}] = membership{is, now}
}

// of returns whether somebody is in a server, as far as that is known.
func (ms *members) of(guild, person string, now time.Time) (is, known bool) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	m, known := ms.known[member{guild, person}]
	return m.is, known && now.Sub(m.at).Abs() < memberLife
}

// Here notes that somebody is in a server: Discord has just said so.
func (p *Publisher) Here(guild, person string) { p.members.note(guild, person, true, p.Env.Now()) }

// Standings returns the standings of a server, and those of its rows that pick chooses, with their names and forms. Of
// each person that it chooses Discord is asked whether they are in the server, unless that is known, and those who have
// left have no row. If Discord does not say it, they have one.
func (p *Publisher) Standings(ctx context.Context, of match.Standings, pick func([]match.Row) []match.Row) (all, picked []match.Row, err error) {
	asking, done := context.WithTimeout(ctx, p.Brief)
	defer done()
	for left := true; left; left = p.findLeft(asking, of.Guild, picked) {
		all, err = p.Env.Standings(ctx, of, func(person string) bool {
			is, known := p.members.of(of.Guild, person, p.Env.Now())
			return known && !is
		})
		if err != nil {
			return nil, nil, err
		}
		picked = slices.Clone(pick(all))
	}
	return all, picked, p.Env.Describe(ctx, of, picked)
}

// findLeft asks Discord who of some rows is in a server, where nobody knows it, and reports whether one has left.
func (p *Publisher) findLeft(ctx context.Context, guild string, rows []match.Row) bool {
	var asks errgroup.Group
	asks.SetLimit(membersAtOnce)
	left := make([]bool, len(rows))
	for i, r := range rows {
		if _, known := p.members.of(guild, r.Person, p.Env.Now()); known {
			continue
		}
		asks.Go(func() error {
			is, err := p.Channel.Member(ctx, guild, r.Person)
			if err == nil {
				p.members.note(guild, r.Person, is, p.Env.Now())
				left[i] = !is
			}
			return err
		})
	}
	if err := asks.Wait(); err != nil {
		p.Log.Info("it is not known whether somebody is in a server, so they have their row in its standings", "err", err)
	}
	return slices.Contains(left, true)
}
