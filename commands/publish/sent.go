package publish

import (
	"context"
	"errors"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// takeBack deletes the messages that reminded a person of moves which they have made since. A
// message stays if a turn passed without them: deleted unread, it would leave a badge that nobody
// can clear. It goes once they move again; if the game is over, it says that instead.
func (r *Reminders) takeBack(ctx context.Context, p storage.Person, own []storage.Head) error {
	var done []string
	for _, s := range p.Sent {
		if slices.ContainsFunc(s.For, func(f storage.Reminder) bool { return runs(own, f) }) {
			continue
		}
		missed := slices.DeleteFunc(slices.Clone(s.For), func(f storage.Reminder) bool { return r.moved(ctx, p.ID, f) })
		if slices.ContainsFunc(missed, func(f storage.Reminder) bool { return goesOn(own, f) }) {
			continue
		}
		if err := r.takeAway(ctx, p, s, missed); err != nil && !refused(err) && !errors.Is(err, ErrClosed) {
			r.Log.Info("a reminder stays for now", "err", err)
			continue
		}
		done = append(done, s.Message)
	}
	if len(done) == 0 {
		return nil
	}
	_, err := storage.People.Change(ctx, r.Env.Store, p.ID, func(p *storage.Person) error {
		p.Sent = slices.DeleteFunc(slices.Clone(p.Sent), func(s storage.Sent) bool { return slices.Contains(done, s.Message) })
		return nil
	})
	return err
}

// takeAway deletes a message that reminded of moves, or has it say of those that were missed that
// their games are over.
func (r *Reminders) takeAway(ctx context.Context, p storage.Person, s storage.Sent, missed []storage.Reminder) error {
	var said []string
	for _, f := range missed {
		if m, err := r.Env.Load(ctx, f.Match); err == nil && m.SeatOf(p.ID) != games.Spectator {
			said = append(said, r.Writer.OverLine(m, m.SeatOf(p.ID)))
		}
	}
	if len(said) == 0 && len(missed) == 0 {
		return r.Patient.Delete(ctx, s.Channel, s.Message)
	}
	if len(said) == 0 { // somebody else has their seat, and the link may still be of use
		return nil
	}
	return r.Patient.Edit(ctx, s.Channel, s.Message, message.Message{Content: message.Lines(said...)})
}

// goesOn reports whether the game of a reminder goes on.
func goesOn(own []storage.Head, f storage.Reminder) bool {
	return slices.ContainsFunc(own, func(head storage.Head) bool { return head.ID == f.Match && head.Phase == storage.Playing })
}

// runs reports whether the turn of a reminder still runs.
func runs(own []storage.Head, f storage.Reminder) bool {
	return slices.ContainsFunc(own, func(head storage.Head) bool {
		return head.ID == f.Match && head.Phase == storage.Playing &&
			slices.ContainsFunc(head.Clocks, func(c storage.Clock) bool { return c.Since.Equal(f.Since) })
	})
}

// moved reports whether a person made a ply of their own in the turn of a reminder.
func (r *Reminders) moved(ctx context.Context, person string, f storage.Reminder) bool {
	m, err := r.Env.Load(ctx, f.Match)
	if err != nil {
		return false
	}
	seat := m.SeatOf(person)
	return seat != games.Spectator && slices.ContainsFunc(m.Steps(), func(s match.Step) bool {
		return s.Seat == seat && s.At.After(f.Since) && (s.RequestID != "" || !s.Move.System())
	})
}

// dropReminders has people checked who have reminders of turns of a match that are over.
func (p *Publisher) dropReminders(ctx context.Context, m *match.Match) error {
	for i, person := range m.Times.People {
		if i >= len(m.Players) || person.ID != m.Players[i].ID {
			continue
		}
		over := slices.ContainsFunc(person.Sent, func(s storage.Sent) bool {
			return slices.ContainsFunc(s.For, func(f storage.Reminder) bool { return f.Match == m.ID && !runs([]storage.Head{m.Head}, f) })
		})
		if over {
			if err := checkBy(ctx, p.Env, person, p.Env.Now()); err != nil {
				return err
			}
		}
	}
	return nil
}
