package fourinarow

import "parlour/games/search"

var chances = search.Curves{}
