package publish

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/commands/match/privacy"
	"parlour/storage"
)

// An outcome is what a publication has shown of a match, in its head, and how it ended.
type outcome struct {
	storage.Head
	edit    int      // the Revision.Edit that was published before
	posted  string   // id of the board that it has posted
	settled []string // ids of the messages of the past that it has tidied up
	asked   []int    // numbers of the questions that it has shown as they were
	failed  error
}

// noteFailed is [Publisher.note] of a publication that has shown nothing more.
func (p *Publisher) noteFailed(ctx context.Context, head storage.Head, failed error) error {
	_, err := p.note(ctx, outcome{Head: head, edit: head.Published.Edit, failed: failed})
	return err
}

// note writes down what was shown, even when the time for the publication is up. If the match has moved on
// meanwhile, what was shown goes into its newest head. A move of this process has a publication of its own,
// which shows the rest. A move of another process has none: overtaken is true, and the caller publishes
// again. If another process has taken the match over, note writes nothing.
func (p *Publisher) note(ctx context.Context, shown outcome) (overtaken bool, err error) {
	ctx = context.WithoutCancel(ctx)
	if p.Refused != nil && Refused(shown.failed) {
		defer p.Refused()
	}
	newest := shown.Head
	for range match.MaxTries {
		written := noted(newest, shown, p.Env.Now())
		privacy.EraseAgain(&written, shown.Head)
		if overtaken || errors.Is(shown.failed, errAdopted) {
			written.Owner = shown.Owner
		}
		if _, err := p.Env.Append(ctx, written); !errors.Is(err, storage.ErrConflict) {
			return overtaken && err == nil, err
		}
		now, err := p.Env.Store.Get(ctx, shown.ID)
		if err != nil || now.Owner != shown.Owner {
			return false, err
		}
		newest, overtaken = now.Head, shown.failed == nil && p.Env.Overtaken(now.Head)
	}
	return false, storage.ErrConflict
}

// missingAgain is how soon a message is tried again that nobody sees yet: with a tick, ten seconds after a try
// Discord may have it.
const missingAgain = 5 * time.Second

// noted returns the newest head of a match with what was shown of it, without an owner. After a failure that may
// pass, the match is due soon if a message is missing, else when its lease runs out. A place where nothing can be
// shown is not tried again until something changes or falls due. A game that is not offered, or cannot be played,
// waits.
func noted(head storage.Head, shown outcome, now time.Time) storage.Head {
	failed, live := shown.failed, head.Live
	redone := head.Published.Edit > shown.edit && live.Message != "" && live.Message != shown.Live.Message
	head.Owner = ""
	if head.Published.Post <= shown.Published.Post {
		head.Published, head.AnnouncedBefore, head.Announced = shown.Published, shown.AnnouncedBefore, shown.Announced
		head.Table, head.Message, head.Live, head.Old = shown.Table, shown.Message, shown.Live, shown.Old
		head.Lines = shown.Lines
		head.Asked, head.Named = shown.Asked, shown.Named
		head.Channel, head.Thread = shown.Channel, shown.Thread
	} else {
		head.Old, head.Lines = overtaken(head, shown), linesOf(head, shown.Lines, shown.settled)
	}
	if redone && !amongBoards(head.Old, live.Message) { // the answer of another process has made a line a board again
		retire(&head, live)
	}
	match.MergeAsks(&head, shown.Head, shown.asked)
	if failed == nil {
		head.FailingSince = time.Time{}
	}
	if shown.OutageTold.After(head.OutageTold) {
		head.OutageTold = shown.OutageTold
	}
	same := head.Version == shown.Version
	if same {
		head.Clocks, head.Desired, head.GuildLostAt = shown.Clocks, shown.Desired, shown.GuildLostAt
		head.Absences = shown.Absences
	}
	head.Desired.Post = max(head.Desired.Post, head.Published.Post) // a board that was gone may have been posted anew
	if !match.LeavesPast(head) {
		head.Overdue = time.Time{}
	} else if head.Overdue.IsZero() {
		head.Overdue = now
	}
	switch {
	case same && (head.Published == head.Desired && failed == nil || Refused(failed)):
		head.NextCheck = match.NextCheck(head, now)
	case errors.Is(failed, match.ErrNotOffered), errors.Is(failed, errUnplayable):
		head.NextCheck = now.Add(notOffered)
	case failed != nil && same && head.Published.Post < head.Desired.Post:
		head.NextCheck = now.Add(missingAgain)
	case failed != nil && same: // the lease stays
	default:
		head.NextCheck = now
	}
	return head
}

// noteDelivered notes in the newest version of a match what a public answer has shown, and makes it due.
func (p *Publisher) noteDelivered(ctx context.Context, u match.Unshown) error {
	for range match.MaxTries {
		now, err := p.Env.Store.Get(ctx, u.ID)
		if err != nil {
			return err
		}
		delivered(&now.Head, u)
		privacy.EraseAgain(&now.Head, u.Committed.Head)
		now.NextCheck = p.Env.Now()
		if _, err = p.Env.Append(ctx, now.Head); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return nil
}

// delivered notes in a head what a public answer has shown.
func delivered(head *storage.Head, u match.Unshown) {
	switch {
	case u.Ask > 0:
		match.AskShown(head, u.Ask, u.Committed.Head, u.Message)
	case head.Guest && u.Message != "":
		match.ShownIn(head, u.Committed, u.Message)
	default:
		boardShown(head, u)
	}
}

// boardShown notes in a head that a public answer has changed the newest board. If another change
// was shown meanwhile, a later one or an earlier one, either of the two may have undone the other, so
// the board is to be changed again. A board of the past that the answer has changed is to be made its
// line again.
func boardShown(head *storage.Head, u match.Unshown) {
	shown := u.Committed
	switch {
	case u.Message != "" && head.Message != u.Message, head.Published.Post != shown.Published.Post:
		was := shown.Head
		redrawn(&was, shown)
		old := was.Live
		if old.Message != "" && old.Message != head.Live.Message && !amongBoards(head.Old, old.Message) {
			retire(head, old)
		}
	case head.Published.Edit > shown.Published.Edit:
		head.Desired.Edit = max(head.Desired.Edit, head.Published.Edit+1)
	default:
		head.Published.Edit = max(head.Published.Edit, shown.Desired.Edit)
		redrawn(head, shown)
	}
}

// overtaken returns the boards of the past of a head that was written meanwhile, without those that
// this publication has tidied up, and with the board that it has posted too late.
func overtaken(head storage.Head, shown outcome) []storage.Board {
	settled := func(b storage.Board) bool { return slices.Contains(shown.settled, b.Message) }
	old := match.Without(head.Old, settled)
	if shown.posted != "" && shown.posted != head.Live.Message && !amongBoards(old, shown.posted) {
		old = append(old, shown.Live)
	}
	return old
}

// linesOf returns the lines of a head that was written during a publication, and those that the
// publication wrote of the boards that it settled.
func linesOf(head storage.Head, written []storage.Line, settled []string) []storage.Line {
	all := slices.Clone(head.Lines)
	for _, l := range written {
		known := slices.ContainsFunc(all, func(a storage.Line) bool { return a.Message == l.Message })
		if slices.Contains(settled, l.Message) && !known {
			all = append(all, l)
		}
	}
	return all
}

// redrawn notes in a head that its newest board was changed and shows a match. Where it shows the
// end, the table is to say so too.
func redrawn(head *storage.Head, shown *match.Match) {
	if shown.Ends() && head.Live.Turn != shown.Turn && head.Table != "" {
		retire(head, storage.Board{Channel: head.Home, Message: head.Table})
	}
	head.Announced, head.Live.To, head.Live.Turn = shown.Plies, shown.Plies, shown.Turn
	if shown.Solo() {
		head.Live.From = max(head.Live.From, shown.ToldFrom())
	}
}
