package commands

import (
	"context"
	"slices"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
)

// A rehearsal is a move that the asker makes in a match which is stored nowhere: in a lesson, or in a puzzle.
type rehearsal struct {
	call
	m     *match.Match
	show  func(steps []string, page int) (Reply, error)            // what comes after some steps
	judge func(ctx context.Context, steps []string) (Reply, error) // the move that steps make
}

// press goes on with a verb of the panel, and the steps that it carries.
func (r rehearsal) press(ctx context.Context, verb message.Verb, given []string) (Reply, error) {
	switch verb {
	case message.VerbConfirm:
		return r.judge(ctx, given)
	case message.VerbType:
		return r.typed(ctx)
	}
	page, steps, err := message.Button{Steps: given}.Numbered()
	switch {
	case err != nil:
		return Reply{}, err
	case verb == message.VerbPick:
		return r.goOn(ctx, slices.Concat(steps, r.Values), 0)
	}
	return r.show(steps, page)
}

// goOn judges the move that steps make, if it needs no Confirm. Else it shows what comes after the steps.
func (r rehearsal) goOn(ctx context.Context, steps []string, page int) (Reply, error) {
	seat := r.m.SeatOf(r.By.ID)
	if !r.m.Bidding() {
		steps = games.Forward(r.m.State, seat, steps)
	}
	made, move := r.m.Finish(seat, steps)
	if move != "" && r.Own.Unconfirmed && !r.m.Bidding() {
		return r.judge(ctx, made)
	}
	return r.show(made, page)
}

// typed opens the form for a move as text, and takes what was typed there.
func (r rehearsal) typed(ctx context.Context) (Reply, error) {
	if r.Typed == nil {
		reply, err := r.show(nil, 0)
		pressed, _ := message.ParseButton(r.Button)
		reply.Form = r.to(r.m).MoveForm(pressed)
		return reply, err
	}
	steps, area, err := r.to(r.m).ReadMove(*r.Typed)
	if err == nil {
		return r.goOn(ctx, steps, area)
	}
	reply, failed := r.show(nil, 0)
	reply.Message.Above(r.sentence(r.to(r.m).Named(err)))
	return reply, failed
}
