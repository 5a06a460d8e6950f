package hex

import "parlour/games/search"

// chances are the curves of the boards.
var chances = search.Curves{}
