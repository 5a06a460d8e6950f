package catchup

import (
	"testing"

	"parlour/games/gametest"
	"parlour/games/search"
)

var _ search.Teller = Game{}

func TestAdviceGoesByTheCurve(t *testing.T) { gametest.Curve(t, Game{}, &chances) }
