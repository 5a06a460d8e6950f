package storage

import (
	"time"

	"parlour/games"
)

// A Publication is the part of a [Head] that says what the public should see of a
// match and what it has seen. Messages follow commits, so the two may differ.
type Publication struct {
	Desired   Revision `json:"desired"`         // what the public should see
	Published Revision `json:"published"`       // what it was shown last
	Asked     []Direct `json:"asked,omitempty"` // the direct messages of the newest turn

	Live Board `json:"live,omitzero"` // the newest board, which has the buttons
	// older boards that are still to become lines or to be deleted; the table, if it is to say more; calls to the table
	Old []Board `json:"old,omitempty"`
	// questions to players, each in a message of its own, until its message is a line
	Asks []Ask `json:"asks,omitempty"`

	// the newest questions whose messages are lines, as an earlier answer that is shown late may undo that
	Answered []Ask `json:"answered,omitempty"`

	// the newest lines, the oldest first, which are struck if their plies are taken back
	Lines []Line `json:"lines,omitempty"`

	AskCount int  `json:"ask_count,omitempty"` // number of questions so far
	Renamed  bool `json:"renamed,omitempty"`   // whether its thread is named after its end, or can get no such name

	// what one message says besides the board; values are strings and numbers
	News   []games.Text `json:"news,omitempty"`
	NewsOf int          `json:"news_of,omitempty"` // the Revision.Post of that message

	// when an unfinished publication was begun; zero when the last one finished
	FailingSince time.Time `json:"failing_since,omitzero"`

	BroughtAt time.Time `json:"brought_at,omitzero"` // when a player last brought the board down; zero for never
	Brought   int       `json:"brought,omitempty"`   // the Revision.Post of that board, which notifies nobody

	// number of plies announced before the newest message or, if it was brought down, before the one that it repeats
	AnnouncedBefore int `json:"announced_before"`
	Announced       int `json:"announced"` // number of plies announced up to and in the newest message
}

// Misnamed reports whether the thread of a match is still to be renamed because the match has ended. It is
// not if a rematch is played there already. A game that ended without a result renames only the thread of a
// rematch, whose name is the result of the game before.
func Misnamed(h Head) bool {
	ended := h.Phase == Over || h.Phase == Off && h.Again
	return ended && h.Channel != h.Home && !h.Renamed && h.Next == ""
}

// BroughtDown reports whether the newest message wanted is a board that a player brought down. It tells
// what the one before told, and notifies nobody.
func BroughtDown(p Publication) bool { return p.Brought > 0 && p.Brought == p.Desired.Post }

// A Revision numbers what the public is shown of a match: Post rises with every new
// message, Edit with every change of the newest one.
type Revision struct {
	Post int `json:"post"`
	Edit int `json:"edit"`
}

// A Board is a public message with a picture and buttons, and what it tells of.
type Board struct {
	Channel string   `json:"channel"`
	Message string   `json:"message"`
	From    int      `json:"from"`             // it tells of the plies after the first From of the log
	To      int      `json:"to"`               // and up to To
	Turn    int      `json:"turn"`             // the turn that it shows
	Posted  int      `json:"posted,omitempty"` // number of plies when it was posted
	Pinged  []string `json:"pinged,omitempty"` // ids of the people whom it notified then
	// whether it is no board, but calls the opener to a full table, or people into a thread
	Call bool `json:"call,omitempty"`
}

// A Line is an older board whose message has become text: a line for each unit of the record that it told of.
type Line struct {
	Board
	Struck int `json:"struck,omitempty"` // number of its units that were struck when it was written
}

// An Ask is a question that a player puts to the others.
type Ask struct {
	Number     int      `json:"number"`                // rises with every question of the match
	About      string   `json:"about"`                 // "draw", "takeback" or "rematch"
	By         string   `json:"by"`                    // id of the person who asks
	Agreed     []string `json:"agreed"`                // ids of the people who agree, By first
	Turn       int      `json:"turn"`                  // the turn in which it was asked
	Answer     string   `json:"answer,omitempty"`      // "agreed", "declined" or "gone"; empty while it waits for one
	AnsweredBy string   `json:"answered_by,omitempty"` // name of the person who declined
	Channel    string   `json:"channel,omitempty"`
	Message    string   `json:"message,omitempty"` // empty until it is posted
	// how many of Agreed the message knows of; negative if it may not be the line that it was
	Told int `json:"told,omitempty"`
}

// A Direct records how a player was asked for a bid: by a direct message with buttons
// or, where none could be sent, not at all.
type Direct struct {
	Player  string `json:"player"` // id of the person
	Turn    int    `json:"turn"`
	Channel string `json:"channel,omitempty"`
	Message string `json:"message,omitempty"` // empty where none could be sent
}
