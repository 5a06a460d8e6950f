package permutations

import (
	"slices"

	"parlour/games"
)

// Course is for two with two dummies. The learner is the second player; Parlour has bid, and names what it takes.
func (g Game) Course() games.Course {
	const learner = 1
	lesson := func(name string, seed byte, line string, solution games.Move, solves func(v View, made typedMove) bool) games.Lesson {
		l := games.Lesson{Name: name, Setup: setupFor(2, seed), Log: readAuctions(2, line), Seat: learner, Solution: solution}
		l.Solves = func(after games.State, m games.Move) bool {
			made, _ := parse(string(m))
			return solves(after.View(learner).(View), made)
		}
		return l
	}
	takes := func(c Card) func(View, typedMove) bool {
		return func(_ View, made typedMove) bool { return made.Card == c }
	}
	bid := lesson("bid", 17, "0:bid14", "bid 35", func(_ View, made typedMove) bool { return made.Card > 32 })
	set := lesson("set", 172, `
		0:bid33 1:bid40 1:take8 0:take16 0:bid29 1:bid30 1:take48 0:take33 0:bid38 1:bid17 0:take30
		0:bid4 1:bid13 1:take46 0:bid28 1:bid22 0:take9 0:bid3 1:bid35`, "take 28", takes(28))
	moons := lesson("moons", 111, `
		0:bid28 1:bid37 1:take32 0:take40 0:bid43 1:bid4 0:take28 0:bid30 1:bid19 0:take7 1:take34 0:bid1 1:bid8`, "take 19",
		func(v View, _ typedMove) bool { return v.Moon == learner })
	suns := lesson("suns", 12, `
		0:bid15 1:bid42 1:take12 0:take44 0:bid2 1:bid18 1:take42 0:bid47 1:bid35 0:take48 1:take46 0:bid36 1:bid41`, "take 21",
		func(_ View, made typedMove) bool { return !Suns.Has(made.Card) })
	order := lesson("order", 24, "0:bid38", "bid 41 take 24", func(_ View, made typedMove) bool {
		return made.Card == 41 && slices.Index(made.Take, 24) == 0
	})
	bid.Fails, set.Fails, suns.Fails, order.Fails = true, true, true, true
	return games.Course{Lessons: []games.Lesson{bid, set, moons, suns, order}, Short: g.Info().Setup().Options, Ahead: 88}
}
