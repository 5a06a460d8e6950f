package commands

import (
	"cmp"
	"context"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// OptionPerson is the option that names a person, also of a command in the menu of one.
const OptionPerson = "person"

// profile shows the asker their own profile in this server, or another person's. Nobody is told why there is none: the
// answer is the same for a person who hides it, who blocks the asker, or who has not played here.
func (c call) profile(ctx context.Context) (Reply, error) {
	if c.Guild == "" || c.Stranger {
		return Reply{}, games.Refuse("refuse.profile")
	}
	of, named := c.People[OptionPerson]
	if !named {
		of = Person{ID: c.By.ID, Name: c.By.Name}
	}
	own, err := c.Env.Person(ctx, of.ID)
	if err != nil {
		return Reply{}, err
	}
	p := message.Profile{Name: of.Name, Own: of.ID == c.By.ID, Hidden: own.NoProfile}
	if p.Own || !own.NoProfile && !own.Blocks(c.By.ID) {
		if err := c.fillProfile(ctx, &p, own); err != nil {
			return Reply{}, err
		}
	}
	return answer(c.to(nil).Profile(p), nil)
}

// shownGames returns the newest games of a person with people that this place may show.
func (c call) shownGames(ctx context.Context, person string) (all []storage.Head, err error) {
	for _, live := range []bool{true, false} {
		part, err := c.Env.NewestOf(ctx, person, live)
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	l, place := c.Layout(ctx, c.Guild), c.place()
	return match.Without(all, func(head storage.Head) bool {
		return head.Guild != c.Guild || head.Private || !match.Social(head) || match.SeatIn(head, person) == games.Spectator ||
			!l.ShownIn(cmp.Or(head.Above, head.Home), place)
	}), nil
}

// paceToTell returns how fast the asker moves, as their tables tell it; 0 unless they want that.
func (c call) paceToTell(ctx context.Context) (time.Duration, error) {
	if c.Guild == "" || c.Stranger || c.Own.Pace != storage.PaceAsked {
		return 0, nil
	}
	all, err := c.shownGames(ctx, c.By.ID)
	if err != nil {
		return 0, err
	}
	habits, err := c.Env.Habits(ctx, c.Own, all)
	return habits.Pace, err
}

// fillProfile works a profile out of a person's games.
func (c call) fillProfile(ctx context.Context, p *message.Profile, own storage.Person) error {
	all, err := c.shownGames(ctx, own.ID)
	if err != nil {
		return err
	}
	for _, r := range match.Results(all, own.ID) {
		p.Results = append(p.Results, message.Score{Score: r, Info: c.info(r.Game)})
	}
	if !p.Own {
		for _, r := range match.ScoresOf(all, own.ID, c.By.ID) {
			p.With = append(p.With, message.Score{Score: r, Info: c.info(r.Game)})
		}
	}
	ratings, err := c.Env.RatingsIn(ctx, own.ID, c.Guild) // of games that everybody there may see
	if err != nil {
		return err
	}
	for _, r := range ratings {
		p.Ratings = append(p.Ratings, message.Rated{Rating: r, Info: c.info(r.Game), Since: match.RatedGames(all, own.ID, r.Pool)})
	}
	habits, err := c.Env.Habits(ctx, own, all)
	if p.Own || own.Pace != storage.PaceHidden {
		p.Pace = habits.Pace
	}
	if p.Own || !own.NoOnTime {
		p.Games, p.Lates = habits.Games, habits.Lates
	}
	slices.SortStableFunc(p.Results, func(a, b message.Score) int { return cmp.Compare(b.Played(), a.Played()) })
	return err
}
