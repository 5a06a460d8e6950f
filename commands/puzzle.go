package commands

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/games/puzzles"
	"parlour/storage"
)

// A puzzle lives in its message: the buttons carry its day and the steps of the next answer, and nothing of the solution. How
// many answers somebody has given is kept with them, as it decides about their streak.

// puzzle shows today's puzzle.
func (c call) puzzle(ctx context.Context) (Reply, error) {
	s, err := c.solving(ctx, puzzles.DayOf(c.Now()))
	if err != nil {
		return Reply{}, err
	}
	return s.show(nil, 0, false)
}

// puzzleOfButton shows the puzzle of the day that a button names, or the solution of one that is over.
func (c call) puzzleOfButton(ctx context.Context) (Reply, error) {
	s, err := c.solving(ctx, puzzles.Day(c.Pressed.Turn))
	if err != nil {
		return Reply{}, err
	}
	if slices.Equal(c.Pressed.Steps, []string{message.PuzzleShow}) {
		return s.giveUp(ctx)
	}
	return s.show(nil, 0, false)
}

// A solving is a puzzle as a call goes on with it.
type solving struct {
	call
	message.Puzzle
	m *match.Match // the position, in which the asker is to move
}

// solving returns the puzzle of a day. That of a day to come is nobody's to see.
func (c call) solving(ctx context.Context, day puzzles.Day) (*solving, error) {
	today := puzzles.DayOf(c.Now())
	if day > today || day < 0 {
		return nil, errButton
	}
	if err := c.Env.CountPuzzle(ctx, c.Own); err != nil {
		return nil, err
	}
	s := &solving{call: c}
	s.Day, s.Over = day, day < today
	var err error
	if s.m, err = s.after(); err != nil {
		return nil, err
	}
	return s, s.stand(ctx)
}

// stand notes how the asker stands in the puzzle, and how many have solved it.
func (s *solving) stand(ctx context.Context) (err error) {
	s.Puzzle.Own = match.PuzzlesOn(s.call.Own.Puzzles, s.Day)
	s.Count, err = s.Env.PuzzleDay(ctx, s.Day)
	return err
}

// after returns the match of the puzzle, after some moves from its position.
func (s *solving) after(made ...games.Move) (m *match.Match, err error) {
	m, s.Puzzle.Puzzle, err = s.Env.Puzzle(s.Day, s.By.Player(), made, s.Writer.Plain(s.Lang, nil).Say)
	return m, err
}

// show shows the task at some steps of an answer, perhaps with a hint. A person who knows the solution sees that.
func (s *solving) show(steps []string, page int, hint bool) (Reply, error) {
	if !s.Over && (s.Puzzle.Own.Solved || s.Puzzle.Own.Shown) {
		return s.showSolved()
	}
	return answer(s.to(s.m).Puzzle(s.Puzzle, steps, page, hint))
}

// showSolved shows the position after the solution.
func (s *solving) showSolved() (Reply, error) {
	after, err := s.after(s.Move)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: s.to(after).PuzzleSolved(s.Puzzle)}, nil
}

// line shows the position after so many moves of the solution to a person who knows it.
func (s *solving) line(moves int) (Reply, error) {
	if !s.Over && !s.Puzzle.Own.Solved && !s.Puzzle.Own.Shown {
		return s.show(nil, 0, false)
	}
	line, err := s.Env.Solution(s.Day)
	if err != nil {
		return Reply{}, err
	}
	moves = max(1, min(moves, len(line)))
	after, err := s.after(line[:moves]...)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Message: s.to(after).PuzzleLine(s.Puzzle, moves, len(line))}, nil
}

// solvePuzzle goes on with the puzzle of a button.
func (c call) solvePuzzle(ctx context.Context) (Reply, error) {
	if len(c.Pressed.Steps) == 0 {
		return Reply{}, errButton
	}
	s, err := c.solving(ctx, puzzles.Day(c.Pressed.Turn))
	if err != nil {
		return Reply{}, err
	}
	switch does := c.Pressed.Steps[0]; does {
	case message.PuzzleHint:
		return s.show(nil, 0, true)
	case message.PuzzleShow:
		return s.giveUp(ctx)
	case message.PuzzleShare:
		return s.share(ctx)
	case message.PuzzleRules:
		return answer(s.to(s.m).PuzzleRules(s.Puzzle))
	case message.PuzzleLine:
		moves, err := strconv.Atoi(strings.Join(c.Pressed.Steps[1:], ""))
		if err != nil {
			return Reply{}, errButton
		}
		return s.line(moves)
	default:
		show := func(steps []string, page int) (Reply, error) { return s.show(steps, page, false) }
		return rehearsal{c, s.m, show, s.judge}.press(ctx, message.Verb(does), c.Pressed.Steps[1:])
	}
}

// judge answers the move that steps make.
func (s *solving) judge(ctx context.Context, steps []string) (Reply, error) {
	_, move := s.m.Finish(s.m.SeatOf(s.By.ID), steps)
	if move == "" {
		return Reply{}, errButton
	}
	after, err := s.after(move)
	if err != nil {
		return Reply{}, err
	}
	right := move == s.Move
	if s.Over {
		s.Puzzle.Own.Solved = right
	} else if err := s.note(ctx, func(own *storage.Puzzles) { match.AnswerPuzzle(own, s.Day, right, s.ID) }); err != nil {
		return Reply{}, err
	}
	if known := s.Puzzle.Own.Solved || s.Puzzle.Own.Shown; right || known && !s.Over {
		return s.showSolved()
	}
	return Reply{Message: s.to(after).PuzzleWrong(s.Puzzle)}, nil
}

// note changes how the asker does with the puzzles, and counts a solution.
func (s *solving) note(ctx context.Context, change func(*storage.Puzzles)) error {
	defer s.Env.People.Lock(s.By.ID)()
	_, err := s.set(ctx, func(own *storage.Person) error {
		change(&own.Puzzles)
		if own.Puzzles.Counting != nil { // so that it is counted even if the process ends here
			if at := s.Now().Add(match.Lease); own.NextCheck.IsZero() || own.NextCheck.After(at) {
				own.NextCheck = at
			}
		}
		return nil
	})
	if err == nil {
		err = s.Env.CountPuzzle(ctx, s.call.Own)
	}
	if err != nil {
		return err
	}
	return s.stand(ctx)
}

// giveUp shows the solution, at the price of the streak.
func (s *solving) giveUp(ctx context.Context) (Reply, error) {
	if !s.Shows() {
		return s.show(nil, 0, false)
	}
	if s.Over {
		s.Puzzle.Own.Solved = false // what they did on its day is past
	} else if err := s.note(ctx, func(own *storage.Puzzles) { match.ShowPuzzle(own, s.Day) }); err != nil {
		return Reply{}, err
	}
	return s.showSolved()
}

// share tells all in the channel of the press that the asker has solved today's puzzle, and not how, once on that day. The
// note comes first, so what a crash cuts off after it is never posted.
func (s *solving) share(ctx context.Context) (Reply, error) {
	if !s.Posts {
		return Reply{}, games.Refuse("refuse.post")
	}
	if err := s.mayShow(); err != nil {
		return Reply{}, err
	}
	if s.Over || !s.Puzzle.Own.Solved {
		return Reply{}, games.Refuse("refuse.puzzle.unsolved")
	}
	shared := func(is bool) error {
		_, err := s.set(context.WithoutCancel(ctx), func(own *storage.Person) error {
			if is && own.Puzzles.Shared {
				return games.Refuse("refuse.puzzle.shared")
			}
			own.Puzzles.Shared = is
			return nil
		})
		return err
	}
	if err := shared(true); err != nil {
		return Reply{}, err
	}
	msg := s.Writer.PuzzleShared(s.PlaceLang, s.By.Name, s.m.Info.Title, s.Puzzle)
	if _, err := s.Service.Channel.Post(ctx, s.Channel, "puz-"+s.ID, msg); err != nil {
		if lost := shared(false); lost != nil {
			s.Service.Log.Warn("what was not shared counts as shared", "err", lost)
		}
		if publish.Refused(err) {
			err = games.Refuse("refuse.post.here")
		}
		return Reply{}, err
	}
	if err := s.stand(ctx); err != nil {
		return Reply{}, err
	}
	reply, err := s.showSolved()
	reply.Message.Above(s.say("post.done"))
	return reply, err
}
