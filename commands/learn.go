package commands

import (
	"context"
	"slices"
	"strconv"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// A lesson lives in its message: the buttons carry which one it is, how many wrong moves were made, and the steps of the
// next one. Its match is made in memory, from what the game brings, and whoever presses is the learner.

// learn shows the next lesson of the game that is named or, without a name, the games with how far the asker is.
func (c call) learn(ctx context.Context) (Reply, error) {
	here, err := c.server(ctx)
	if err != nil {
		return Reply{}, err
	}
	var refused error
	if name := c.Options[optionGame]; name != "" {
		var game games.Game
		if game, refused = c.gameHere(here, name); refused == nil {
			var reply Reply
			if reply, refused = c.nextOf(game); refused == nil {
				return reply, nil
			}
		}
	}
	var all []message.CourseLine
	for _, g := range c.offered(here) {
		if tutor, ok := g.(games.Tutor); ok {
			all = append(all, message.CourseLine{Info: g.Info(), Done: c.Own.Lessons[g.Info().Name], All: tutor.Course().Steps()})
		}
	}
	return c.orPick(c.to(nil).Courses(all), refused)
}

// completeTutor completes the name of a game that has lessons.
func (c call) completeTutor(ctx context.Context) (Reply, error) {
	here, err := c.server(ctx)
	teach := match.Without(c.offered(here), func(g games.Game) bool { _, ok := g.(games.Tutor); return !ok })
	return Reply{Choices: c.to(nil).SuggestGames(teach, c.Options[c.Focus])}, err
}

// teach shows the next lesson of the game that a button names.
func (c call) teach(_ context.Context) (Reply, error) {
	if len(c.Pressed.Steps) != 1 {
		return Reply{}, errButton
	}
	game, err := c.gameNamed(c.Pressed.Steps[0])
	if err != nil {
		return Reply{}, err
	}
	return c.nextOf(game)
}

// nextOf shows the lesson of a game that its learner has come to: the first one again after the last.
func (c call) nextOf(game games.Game) (Reply, error) {
	tutor, ok := game.(games.Tutor)
	if !ok {
		return Reply{}, games.Refuse("refuse.lessons", "Game", game.Info().Title)
	}
	done := c.Own.Lessons[game.Info().Name]
	if course := tutor.Course(); done == len(course.Lessons) {
		return Reply{Message: c.to(nil).LastLesson(game, course)}, nil
	} else if done > len(course.Lessons) {
		done = 0
	}
	l, err := c.lessonOf(tutor, done+1, 0)
	if err != nil {
		return Reply{}, err
	}
	return l.show(nil, 0)
}

// A learning is a lesson as a call goes on with it.
type learning struct {
	call
	message.Lesson
	game games.Game
	m    *match.Match
}

// lessonOf returns a lesson of a game by its number.
func (c call) lessonOf(tutor games.Tutor, number, tries int) (*learning, error) {
	course := tutor.Course()
	if number < 1 || number > len(course.Lessons) || tries < 0 {
		return nil, errButton
	}
	l := &learning{call: c, game: tutor, Lesson: message.Lesson{
		Lesson: course.Lessons[number-1], Number: number, Count: course.Steps(), Tries: tries,
	}}
	var err error
	l.m, err = l.after("")
	return l, err
}

// after returns the match of a lesson, after a move of the learner unless that is empty.
func (l *learning) after(made games.Move) (*match.Match, error) {
	players := slices.Repeat([]storage.Player{{Name: l.label("lesson.parlour"), Level: games.Easy}}, l.Setup.Seats)
	players[l.Seat] = l.By.Player()
	log := l.Log
	if made != "" {
		log = append(slices.Clip(log), games.Ply{Seat: l.Seat, Move: made})
	}
	return match.Rehearse(l.game, l.Setup, log, players)
}

// show shows the task at some steps of the learner's move.
func (l *learning) show(steps []string, page int) (Reply, error) {
	return answer(l.to(l.m).Lesson(l.Lesson, steps, page))
}

// lesson goes on with the lesson of a button.
func (c call) lesson(ctx context.Context) (Reply, error) {
	given := c.Pressed.Steps
	if len(given) < 3 {
		return Reply{}, errButton
	}
	game, err := c.gameNamed(given[0])
	if err != nil {
		return Reply{}, err
	}
	tutor, ok := game.(games.Tutor)
	tries, err := strconv.Atoi(given[1])
	if !ok || err != nil {
		return Reply{}, errButton
	}
	l, err := c.lessonOf(tutor, c.Pressed.Turn, tries)
	if err != nil {
		return Reply{}, err
	}
	if message.Verb(given[2]) == message.VerbSolution {
		return l.solution(ctx)
	}
	return rehearsal{c, l.m, l.show, l.judge}.press(ctx, message.Verb(given[2]), given[3:])
}

// judge answers the move that steps make.
func (l *learning) judge(ctx context.Context, steps []string) (Reply, error) {
	_, move := l.m.Finish(l.Seat, steps)
	if move == "" {
		return Reply{}, errButton
	}
	after, err := l.after(move)
	if err != nil {
		return Reply{}, err
	}
	if !l.Solved(after.State, move) {
		return Reply{Message: l.to(after).WrongMove(l.Lesson)}, nil
	}
	return l.done(ctx, l.to(after).SolvedLesson(l.Lesson))
}

// solution shows the move that solves the lesson.
func (l *learning) solution(ctx context.Context) (Reply, error) {
	after, err := l.after(l.Lesson.Solution)
	if err != nil {
		return Reply{}, err
	}
	return l.done(ctx, l.to(after).Solution(l.Lesson))
}

// done notes that the asker has done a lesson, and answers with a message.
func (l *learning) done(ctx context.Context, msg message.Message) (Reply, error) {
	name := l.game.Info().Name
	if l.Own.Lessons[name] >= l.Number {
		return Reply{Message: msg}, nil
	}
	_, err := l.set(ctx, func(own *storage.Person) error {
		match.NoteLesson(own, name, l.Number)
		return nil
	})
	return Reply{Message: msg}, err
}
