// Package commands is what people can ask for: open a table, sit down, move,
// resign, look. It decides, commits to the store, and says what to answer. It
// knows no Discord and draws no pictures: a Request comes in as data, a Reply
// goes out as data, and what everybody in a channel sees goes through a Channel.
//
// Its policies:
//
//   - Whoever asks is answered for their eyes alone. What others see is shown by
//     Show, from the store, after the commit; so a crash between a commit and
//     its message is mended by the next look.
//   - A direct message is sent by Show too, once a turn to each who owes a bid. Who
//     takes none is asked in the channel and sent none until they ask.
//   - No state of a conversation lives in memory. A button carries all it needs,
//     and a stale one is answered with the board as it is now.
//   - Who loses a race for a match reads again and decides again.
//   - An error is one sentence that says what was wrong and what would be right,
//     and it has changed nothing.
package commands

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// A Config is what a Host works with.
type Config struct {
	Games    []games.Game
	Palettes []string // of pictures, by the names that the catalogue has for them; the usual one first
	Store    storage.Store
	Channel  Channel
	Patient  Channel                                    // the same for what can wait, such as reminders; nil for Channel itself
	AtOnce   int                                        // how many looks there may be at once; one when it is 0
	Thinkers int                                        // how many opponents may think at once; one when it is 0
	Aside    func(do func(context.Context))             // does something that nobody waits for, beside all else; at once when it is nil
	Wait     func(context.Context, time.Duration) error // waits, unless the context is done; not at all when it is nil
	Brief    time.Duration                              // how long a direct message, or taking buttons off an old board, may hold up the next board; 5 s when it is 0
	Now      func() time.Time
	Random   io.Reader // for seeds and for who plays first
	Log      *slog.Logger
}

// A Channel is where messages go that answer nobody: the public ones of matches, and
// direct ones to people.
type Channel interface {
	// Post makes a message and returns its id. A nonce that was used within
	// minutes makes none and returns the id of the first. It returns ErrGone
	// where there is no such channel, ErrForbidden where posting is not allowed.
	Post(ctx context.Context, channel, nonce string, m Message) (id string, err error)

	// Edit replaces a message but for its picture, which stays when m has none.
	Edit(ctx context.Context, channel, id string, m Message) error

	// Strip takes the buttons off a message and leaves the rest.
	Strip(ctx context.Context, channel, id string) error

	// Thread opens a thread at a message, or finds the one that is there, and
	// returns its id.
	Thread(ctx context.Context, channel, id, name string) (thread string, err error)

	// Direct opens the channel of direct messages with a person, or finds the one
	// that is there, and returns its id. It and Post into that channel return
	// ErrClosed when the person takes none.
	Direct(ctx context.Context, person string) (channel string, err error)

	// Rouse wakes a thread that has fallen asleep, and does nothing to another channel.
	// It returns ErrForbidden when the thread is locked, ErrGone when it is no more.
	Rouse(ctx context.Context, channel string) error

	// Own returns the bot's own messages among the newest of a channel, those that were
	// made since a moment, newest first.
	Own(ctx context.Context, channel string, since time.Time) ([]Posted, error)

	// Member reports whether a person is in a server. It returns ErrGone when the bot
	// is not.
	Member(ctx context.Context, guild, person string) (bool, error)
}

// A Posted is a message of the bot's own as it is found in a channel.
type Posted struct {
	ID      string
	Content string
	Buttons []string // what its buttons and menus carry
}

// A Host hosts matches. It is safe for concurrent use.
type Host struct {
	Config
	words *locale.Catalogue
	games map[string]games.Game
	looks [256]sync.Mutex // one look at a time for a match, by a hash of its id
	minds *minds
}

// New makes a host.
func New(c Config) (*Host, error) {
	words, err := locale.New(c.Games)
	if err != nil {
		return nil, fmt.Errorf("read the sentences: %w", err)
	}
	if c.Patient == nil {
		c.Patient = c.Channel
	}
	if c.Brief == 0 {
		c.Brief = 5 * time.Second
	}
	h := &Host{Config: c, words: words, games: map[string]games.Game{}, minds: newMinds(c.Thinkers)}
	for _, g := range c.Games {
		h.games[g.Info().Name] = g
	}
	return h, nil
}

// Handle answers a request. It never fails: what goes wrong is a sentence.
func (h *Host) Handle(ctx context.Context, r Request) Reply {
	reply, err := h.dispatch(ctx, r)
	if err != nil {
		reply = Reply{Message: Message{Content: h.sentence(r, err)}}
	}
	reply.Kind = h.Kind(r)
	if reply.Kind != Completion {
		reply.Show = append(reply.Show, h.strandedHere(ctx, r)...)
	}
	return reply
}

// Kind says how a request will be answered, before it is.
func (h *Host) Kind(r Request) Kind {
	if r.Focus != "" {
		return Completion
	}
	if r.Button == "" {
		return Private
	}
	b, err := parseButton(r.Button)
	if err != nil {
		return Private
	}
	return verbs()[b.verb].kind
}

// dispatch finds who answers a request.
func (h *Host) dispatch(ctx context.Context, r Request) (Reply, error) {
	if r.Focus != "" {
		return h.complete(ctx, r)
	}
	var err error
	if r.own, err = h.Store.Person(ctx, r.By.ID); err != nil {
		return Reply{}, err
	}
	if r.Button != "" {
		return h.press(ctx, r)
	}
	if name, ok := playName(r.Command); ok {
		return h.play(ctx, r, name)
	}
	run, ok := h.commands()[r.Command]
	if !ok {
		return Reply{}, games.Refuse("refuse.command", "Command", r.Command)
	}
	return run(ctx, r)
}

// A handler answers a request.
type handler func(context.Context, Request) (Reply, error)

// commands lists the slash commands but /play, by name.
func (h *Host) commands() map[string]handler {
	return map[string]handler{
		"move":     h.move,
		"bid":      h.bid,
		"board":    h.board,
		"games":    h.list,
		"resign":   h.resign,
		"draw":     h.draw,
		"record":   h.export,
		"verify":   h.verify,
		"rules":    h.rules,
		"hint":     h.hint,
		"analyse":  h.analyse,
		"settings": h.settings,
		"away":     h.away,
		"help":     h.help,
	}
}

// A verb is what a button does: how it is answered, and by whom.
type verb struct {
	kind Kind
	run  func(h *Host, ctx context.Context, r Request, b button) (Reply, error)
}

// verbs lists what buttons do. Those on public messages are answered in private;
// those on a private panel change it.
func verbs() map[string]verb {
	return map[string]verb{
		// on a table
		"join":     {Private, (*Host).join},
		"leave":    {Private, (*Host).leave},
		"start":    {Private, (*Host).start},
		"cancel":   {Private, (*Host).cancel},
		"accept":   {Private, (*Host).accept},
		"decline":  {Private, (*Host).decline},
		"word":     {Private, (*Host).sayWord},
		"opponent": {Private, (*Host).offerOpponent},
		"say":      {Private, (*Host).acceptWithWord},
		// on a board
		"move":    {Private, (*Host).openPanel},
		"view":    {Private, (*Host).view},
		"text":    {Private, (*Host).text},
		"more":    {Private, (*Host).more},
		"agree":   {Private, (*Host).agree},
		"refuse":  {Private, (*Host).refuseDraw},
		"record":  {Private, (*Host).exported},
		"analyse": {Private, (*Host).analysed},
		"claim":   {Private, (*Host).claim},
		"grant":   {Private, (*Host).grant},
		"take":    {Private, (*Host).takeSeat},
		// on a panel that one person sees
		"engage":   {Update, (*Host).engage},
		"dismiss":  {Update, (*Host).dismiss},
		"pick":     {Update, (*Host).pick},
		"page":     {Update, (*Host).page},
		"confirm":  {Update, (*Host).confirm},
		"offer":    {Update, (*Host).offerDraw},
		"ask":      {Update, (*Host).ask},
		"resign":   {Update, (*Host).resigned},
		"off":      {Update, (*Host).callOff},
		"return":   {Update, (*Host).comeBack},
		"seat":     {Update, (*Host).offerSeat},
		"keepseat": {Update, (*Host).keepSeat},
		"rules":    {Update, (*Host).ruled},
		"keep":     {Update, (*Host).keep},
		"which":    {Update, (*Host).which},
		"palette":  {Update, (*Host).palette},
		"back":     {Update, (*Host).endAway},
		"here":     {Update, (*Host).moveHere},
		// on a panel, which stays
		"point":  {Private, (*Host).point},
		"direct": {Private, (*Host).wantDirect},
	}
}

// press carries out what a button says.
func (h *Host) press(ctx context.Context, r Request) (Reply, error) {
	b, err := parseButton(r.Button)
	if err != nil {
		return Reply{}, err
	}
	return verbs()[b.verb].run(h, ctx, r, b)
}
