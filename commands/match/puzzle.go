package match

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/games/puzzles"
	"parlour/storage"
)

// Puzzle returns the position of the puzzle of a day, as a match that is stored nowhere, after some moves from it. Its
// players have the names of their sides, or numbers.
func (e *Env) Puzzle(day puzzles.Day, solver storage.Player, made []games.Move, side func(games.Text) string) (*Match, puzzles.Puzzle, error) {
	z := puzzles.Of(day)
	game := e.Game(z.Game)
	if game == nil {
		return nil, z, games.Refuse("refuse.puzzle.game")
	}
	setup, log := z.Setup(game.Info()), z.Log()
	state, _, err := games.Replay(game, setup, log)
	if err != nil {
		return nil, z, err
	}
	mover, after := state.ToMove()[0], state
	for _, m := range made {
		p := games.Ply{Seat: after.ToMove()[0], Move: m}
		if after, err = after.Play(p.Seat, p.Move); err != nil {
			return nil, z, err
		}
		log = append(log, p)
	}
	sides := state.View(games.Spectator).Words().Sides
	players := make([]storage.Player, setup.Seats)
	for seat := range players {
		players[seat].Name = side(games.Say("puzzle.player", "Number", seat+1))
		if seat < len(sides) {
			players[seat].Name = side(sides[seat])
		}
	}
	players[mover].ID = solver.ID
	m, err := Rehearse(game, setup, log, players)
	return m, z, err
}

// Solution returns the moves with which the puzzle of a day is won. They are worked out once, which may take a second.
func (e *Env) Solution(day puzzles.Day) ([]games.Move, error) {
	if known, ok := e.solutions.Load(day); ok {
		return known.([]games.Move), nil
	}
	z := puzzles.Of(day)
	game, _ := e.Game(z.Game).(games.Exact)
	if game == nil {
		return nil, games.Refuse("refuse.puzzle.game")
	}
	state, _, err := games.Replay(game, z.Setup(game.Info()), z.Log())
	if err != nil {
		return nil, err
	}
	line := z.Solution(game, state)
	e.solutions.Store(day, line)
	return line, nil
}

// PuzzlesOn returns how a person does with the puzzles, as far as that is about a day: nothing that they did on another day
// counts on it.
func PuzzlesOn(own storage.Puzzles, day puzzles.Day) storage.Puzzles {
	if own.Day != int(day) {
		own.Day, own.Wrong, own.Solved, own.Shown, own.Shared = int(day), 0, false, false, false
	}
	if own.Last < int(day)-1 {
		own.Streak = 0
	}
	return own
}

// AnswerPuzzle notes the answer of a person to the puzzle of a day, by a click. It notes nothing more once they have solved
// it or had it shown.
func AnswerPuzzle(own *storage.Puzzles, day puzzles.Day, right bool, request string) {
	switch *own = PuzzlesOn(*own, day); {
	case own.Solved || own.Shown:
	case !right:
		own.Wrong++
	default:
		own.Solved, own.Last = true, int(day)
		own.Streak++
		own.Best = max(own.Best, own.Streak)
		own.Counting = &storage.Counting{Day: int(day), Request: request, First: own.Wrong == 0}
	}
}

// ShowPuzzle notes that a person had the puzzle of a day shown, which ends their streak.
func ShowPuzzle(own *storage.Puzzles, day puzzles.Day) {
	if *own = PuzzlesOn(*own, day); !own.Solved {
		own.Shown, own.Streak = true, 0
	}
}

const (
	// puzzleDaysKept is for how many days it is known how many people have solved their puzzles.
	puzzleDaysKept = 28
	// countedKept is how long a click is known as counted that its person knows of. No request takes longer.
	countedKept = 20 * time.Minute
)

// puzzleDay returns the id of the record of a day.
func puzzleDay(day int) string { return strconv.Itoa(day) }

// PuzzleDay returns how many people have solved the puzzle of a day.
func (e *Env) PuzzleDay(ctx context.Context, day puzzles.Day) (storage.PuzzleDay, error) {
	return storage.PuzzleDays.Get(ctx, e.Store, puzzleDay(int(day)))
}

// CountPuzzle counts that a person has solved a puzzle, once, if that is perhaps not counted yet. The record of the day
// knows the click until that of the person says that it is counted, so a crash between the two counts nobody twice.
func (e *Env) CountPuzzle(ctx context.Context, own storage.Person) error {
	c := own.Puzzles.Counting
	if c == nil {
		return nil
	}
	now, isIt := e.Now(), func(d storage.Counted) bool { return d.Request == c.Request }
	day, err := storage.PuzzleDays.Change(ctx, e.Store, puzzleDay(c.Day), func(d *storage.PuzzleDay) error {
		d.Counted = Without(d.Counted, func(d storage.Counted) bool {
			return !d.Known.IsZero() && now.Sub(d.Known) > countedKept
		})
		if slices.ContainsFunc(d.Counted, isIt) {
			return nil
		}
		d.Counted = append(d.Counted, storage.Counted{Request: c.Request})
		if d.Solved++; c.First {
			d.First++
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := e.SetPerson(ctx, own.ID, func(now *storage.Person) {
		if now.Puzzles.Counting != nil && now.Puzzles.Counting.Request == c.Request {
			now.Puzzles.Counting = nil
		}
	}); err != nil {
		return err
	}
	if _, err := storage.PuzzleDays.Change(ctx, e.Store, puzzleDay(c.Day), func(d *storage.PuzzleDay) error {
		d.Counted = slices.Clone(d.Counted)
		if i := slices.IndexFunc(d.Counted, isIt); i >= 0 {
			d.Counted[i].Known = now
		}
		return nil
	}); err != nil || day.Solved > 1 {
		return err
	}
	return e.forgetPuzzleDays(ctx, c.Day-puzzleDaysKept)
}

// forgetPuzzleDays removes the records of days up to one, of the year before it.
func (e *Env) forgetPuzzleDays(ctx context.Context, last int) error {
	var ids []string
	for day := last; day > last-366; day-- {
		ids = append(ids, puzzleDay(day))
	}
	old, err := storage.PuzzleDays.GetAll(ctx, e.Store, ids)
	for id := range old {
		err = errors.Join(err, storage.PuzzleDays.Remove(ctx, e.Store, id))
	}
	return err
}

// puzzleHour is the hour in which puzzles are posted, in the zone of the server.
const puzzleHour = 9

// puzzleDue returns when the puzzle of a day is posted in a server: in the hour from nine in the morning of that date on,
// at a second of the server's own. East of Tokyo the day of UTC begins after nine, and the hour with it.
func puzzleDue(s storage.Server, day puzzles.Day) time.Time {
	y, m, d := day.Start().Date()
	at := time.Date(y, m, d, puzzleHour, 0, 0, 0, clock.ZoneOfServer(s))
	if at.Before(day.Start()) {
		at = day.Start()
	}
	return at.UTC().Add(withinHour(s.ID))
}

// withinHour returns the part of an hour at which a server has its posts, so that few are posted at once.
func withinHour(guild string) time.Duration {
	of := fnv.New32a()
	_, _ = of.Write([]byte(guild))
	return time.Duration(of.Sum32()%3600) * time.Second
}

// PlanPuzzle sets when the next puzzle is posted in a server, as that is set now, and in which language. If one is due
// already or is being posted, that stays so.
func PlanPuzzle(d *storage.Daily, s storage.Server, lang string, now time.Time) {
	if d.Channel == "" {
		*d = storage.Daily{}
		return
	}
	d.Lang = lang
	if due := !d.NextCheck.IsZero() && !d.NextCheck.After(now); due || !d.Posting.IsZero() {
		return
	}
	day := puzzles.DayOf(now)
	if d.NextCheck = puzzleDue(s, day); int(day) <= d.Told || !d.NextCheck.After(now) {
		d.NextCheck = puzzleDue(s, day+1)
	}
}

// IsPuzzleDue reports whether a puzzle is due in a server by a time for this process.
func (e *Env) IsPuzzleDue(ctx context.Context, d storage.Daily, by time.Time) bool {
	return e.isDueIn(ctx, d.Guild, d.Owner, d.NextCheck, by)
}
