package twistonly

import (
	"testing"

	"parlour/games/search/levels/levelstest"
	"parlour/games/search/odds"
)

var _ odds.Teller = Game{}

func TestAdviceGoesByTheCurve(t *testing.T) { levelstest.Curve(t, Game{}, table, &chances) }
