package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parlour/commands/match"
	"parlour/commands/match/privacy"
	"parlour/games"
	"parlour/storage"
)

// A Deed is what whoever runs Parlour has it do by hand, or asks of it: see [Service.ByHand].
type Deed struct {
	About string // person, guild, match or stats
	ID    string // of the person, the server or the match
	Does  string // export, forget, block, unblock or leave; empty to be told
}

// ByHand carries out a deed on a store, and returns what is to be told or, of an export, the file. A process that runs no bot
// can do it too: what is to be said on Discord is left to a bot over the same store, which sees it at its next look. A deed
// that was cut off may be done again.
func (s *Service) ByHand(ctx context.Context, store storage.Movable, d Deed) (told []byte, err error) {
	if d.Does != "" {
		if err := s.noteDeed(ctx, d); err != nil {
			return nil, err
		}
	}
	say := func(said string, err error) ([]byte, error) {
		if err != nil {
			return nil, err
		}
		return []byte(said), nil
	}
	switch d.About + " " + d.Does {
	case "person export":
		own, err := s.Env.Person(ctx, d.ID)
		if err != nil {
			return nil, err
		}
		text, _, err := privacy.Export(ctx, s.Env, s.Writer.In("").Label("privacy.about"), own, s.Now())
		return text, err
	case "person forget": // a bot does the rest, which takes messages on Discord away too
		return say("Parlour forgets this person: a bot that runs begins within seconds, or else the next that starts.\n", s.forget(ctx, d.ID, ""))
	case "person block":
		return say(s.blockPerson(ctx, d.ID))
	case "person unblock":
		return say("Parlour serves this person.\n", s.Env.SetPerson(ctx, d.ID, func(p *storage.Person) {
			if !p.Unserved.IsZero() {
				p.Unserved, p.NextCheck = time.Time{}, s.Now() // their daily list may be due
			}
		}))
	case "person ", "guild ":
		return say(s.tellStanding(ctx, d))
	case "guild block", "guild leave":
		return say(s.closeServer(ctx, d.ID, d.Does == "leave"))
	case "guild unblock":
		return say("Parlour serves this server.\n", s.setServerTo(ctx, d.ID, func(server *storage.Server) {
			server.Unserved, server.Leave = time.Time{}, time.Time{}
		}))
	case "match ":
		return say(s.tellMatch(ctx, d.ID))
	case "stats ":
		return say(s.tellStats(ctx, store))
	}
	return nil, fmt.Errorf("there is no %q of a %s", d.Does, d.About)
}

// noteDeed notes a deed before it is done.
func (s *Service) noteDeed(ctx context.Context, d Deed) error {
	key, err := s.random(32)
	if err != nil {
		return err
	}
	_, err = storage.AllDeeds.Change(ctx, s.Store, storage.TheDeeds, func(all *storage.Deeds) error {
		all.Note(d.Does, d.About+" "+d.ID, s.Now(), key)
		return nil
	})
	return err
}

// setServerTo changes what is kept of a server.
func (s *Service) setServerTo(ctx context.Context, id string, set func(*storage.Server)) error {
	_, err := storage.Servers.Change(ctx, s.Store, id, func(server *storage.Server) error {
		set(server)
		return nil
	})
	return err
}

// blockPerson has Parlour not serve a person any more, and ends their games.
func (s *Service) blockPerson(ctx context.Context, id string) (string, error) {
	if err := s.Env.SetPerson(ctx, id, func(p *storage.Person) {
		p.Unserved, p.NextCheck = cmp.Or(p.Unserved, s.Now()), s.Now()
	}); err != nil {
		return "", err
	}
	ended, err := s.endAll(ctx, func() ([]storage.Head, error) { return s.Store.OfPlayer(ctx, id, true, storage.All) },
		func(m *match.Match) ([]games.Ply, error) { return m.Expel(id) })
	return fmt.Sprintf("Parlour doesn't serve this person any more. Games, tables and challenges that they were taken out of: %d.\n", ended), err
}

// closeServer ends all games of a server, and has Parlour leave it, or else not serve it any more.
func (s *Service) closeServer(ctx context.Context, id string, leaves bool) (string, error) {
	err := s.setServerTo(ctx, id, func(server *storage.Server) {
		if !leaves {
			server.Unserved = cmp.Or(server.Unserved, s.Now())
		}
		server.Results, server.Role = "", ""
		match.PlanMonth(server, "", s.Now())
	})
	if err == nil {
		err = s.SetPuzzle(ctx, id, "", "")
	}
	h, unread := storage.Halls.Get(ctx, s.Store, id)
	if err = cmp.Or(err, unread); err == nil && h.Channel != "" {
		err = s.PlaceLobby(ctx, id, "", "")
	}
	if err != nil {
		return "", err
	}
	ended, err := s.endAll(ctx, func() ([]storage.Head, error) { return s.liveIn(ctx, id) },
		func(m *match.Match) ([]games.Ply, error) { return nil, m.CloseUnserved() })
	told := fmt.Sprintf("Games, tables and challenges there that were called off: %d.\n", ended)
	if !leaves {
		return "Parlour doesn't serve this server any more. What it posted there stays, and its buttons say so. " + told, err
	}
	leave := s.setServerTo(ctx, id, func(server *storage.Server) { server.Leave = s.Now() })
	return told + "A bot that runs leaves it once it has said so there, or else the next that starts.\n", errors.Join(err, leave)
}

// liveIn returns all matches of a server that can still change.
func (s *Service) liveIn(ctx context.Context, guild string) (all []storage.Head, err error) {
	for _, list := range []string{storage.Tables(guild), storage.Running(guild), storage.Others(guild)} {
		some, err := s.Store.OfChannel(ctx, list, true, storage.All)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// expelled bounds how often a person makes the move by which they leave a game.
const expelled = 4

// endAll does something to each match of a list until it has nothing to do any more, has a bot show that at once, and returns
// how many it has changed. A match that cannot be written keeps none of the others from it.
func (s *Service) endAll(ctx context.Context, list func() ([]storage.Head, error), end match.Decision) (ended int, err error) {
	known := map[string]bool{}
	var failed []string
	for {
		heads, err := list()
		if err != nil {
			return ended, err
		}
		heads = slices.DeleteFunc(heads, func(h storage.Head) bool { return known[h.ID] })
		if len(heads) == 0 { // also of those that a press has begun meanwhile
			break
		}
		for _, h := range heads {
			known[h.ID] = true
			err := error(nil)
			for n := range expelled {
				if _, err = s.Env.Amend(ctx, h.ID, end); err != nil {
					break
				}
				if n == 0 {
					ended++
				}
			}
			if s.Channel != nil {
				s.Aside(func(ctx context.Context) {
					if err := s.Publish(ctx, match.Unshown{ID: h.ID}); err != nil && ctx.Err() == nil {
						s.Log.Warn("a publication failed", "match", h.ID, "err", err)
					}
				})
			}
			switch {
			case errors.Is(err, storage.ErrUnavailable), ctx.Err() != nil:
				return ended, err
			case err != nil && !errors.Is(err, match.ErrStale):
				failed = append(failed, fmt.Sprintf("%s: %v", h.ID, err))
			}
		}
	}
	if failed != nil {
		err = fmt.Errorf("the rest is done, but some games cannot be ended: %s", strings.Join(failed, "; "))
	}
	return ended, err
}
