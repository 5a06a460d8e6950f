package imaging

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/permute"
)

// A permuteLine is a game of Permute in which each seat plays the best of a few random moves.
// Equal lines give equal positions.
type permuteLine struct {
	size, plies int // plies < 0 plays to the end
	seed        uint64
	swap        bool
}

// play returns the view at the end of a line.
func (l permuteLine) play(t testing.TB) permute.View {
	t.Helper()
	state, err := permute.Game{}.Start(games.Setup{Game: "permute", Rules: 1, Seats: 2,
		Options: map[string]string{"size": strconv.Itoa(l.size), "start": "chequer", "swap": "on"}})
	if err != nil {
		t.Fatalf("Start(size %d): %v", l.size, err)
	}
	rng := rand.New(rand.NewPCG(l.seed, 0))
	for ply := 0; ply != l.plies && len(state.ToMove()) > 0; ply++ {
		if l.swap && ply == 1 {
			state = after(t, state, "swap")
			continue
		}
		state = l.choose(t, rng, state)
	}
	return state.View(games.Spectator).(permute.View)
}

// choose plays, of a few random moves, the one that makes the mover's largest group.
func (l permuteLine) choose(t testing.TB, rng *rand.Rand, state games.State) games.State {
	var best games.State
	most := -1
	legal := state.Legal(state.ToMove()[0])
	for range 8 {
		next := after(t, state, legal[rng.IntN(len(legal))])
		v := next.View(games.Spectator).(permute.View)
		if g := v.Groups[v.Colours[v.Mover]]; v.Last != "swap" && g[0] > most {
			best, most = next, g[0]
		}
	}
	if best == nil {
		return after(t, state, legal[0])
	}
	return best
}

// after plays a move of the first seat that owes one.
func after(t testing.TB, state games.State, m games.Move) games.State {
	t.Helper()
	next, err := state.Play(state.ToMove()[0], m)
	if err != nil {
		t.Fatalf("Play(%q): %v", m, err)
	}
	return next
}

// permutePicture returns the drawing of a view, with names.
func permutePicture(v permute.View) Drawing {
	return Drawing{View: v, Names: people("permute")[:2]}
}
