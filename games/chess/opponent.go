package chess

import "parlour/games/search"

// Table says how the players think.
func (Game) Table() search.Table[View] { return search.Table[View]{} }
