package publish

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

const (
	// drawPace is the least time between two pictures of a lobby.
	drawPace = time.Hour
	// lobbyBarred is how long a lobby rests whose channel lets the bot do nothing.
	lobbyBarred = time.Hour
	// serversAtOnce is in how many servers something is shown at once, such as their lobbies.
	serversAtOnce = 4
)

// Lobbies shows each lobby anew in which something has changed, the one that has waited longest first.
func (p *Publisher) Lobbies(ctx context.Context) error {
	by := p.Env.Now()
	return p.inServers(ctx, "a lobby", func(limit int) (ids []string, found int, err error) {
		halls, err := storage.Halls.Due(ctx, p.Env.Store, by, limit)
		for _, h := range halls {
			if p.Env.IsHallDue(ctx, h, by) {
				ids = append(ids, h.Guild)
			}
		}
		return ids, len(halls), err
	}, func(via Channel, guild string) error { return p.showLobby(ctx, via, guild, by) })
}

// inServers shows something in each server in which it is due, a few at once, as nobody waits for it.
func (p *Publisher) inServers(ctx context.Context, what string, due func(limit int) (ids []string, found int, err error),
	show func(via Channel, guild string) error) error {
	return match.EachDue(ctx, min(p.AtOnce, serversAtOnce), due, func(guild string) error {
		err := show(cmp.Or(p.Spare, p.Channel), guild)
		switch {
		case err == nil || ctx.Err() != nil:
		case errors.Is(err, ErrLater), errors.Is(err, context.DeadlineExceeded): // others take all that Discord takes
			p.Log.Info(what+" waits", "err", err)
		default:
			p.Log.Warn(what+" is not shown yet", "err", err)
		}
		return err
	})
}

// SetLobby moves the lobby of a server to a channel, or takes it away if there is none. It shows it at once, and returns
// the error of that. A lobby that cannot be posted is none.
func (p *Publisher) SetLobby(ctx context.Context, guild, channel, lang string) error {
	if err := p.PlaceLobby(ctx, guild, channel, lang); err != nil {
		return err
	}
	shown := p.showLobby(ctx, p.Channel, guild, p.Env.Now())
	if Refused(shown) {
		return errors.Join(shown, storage.Halls.Remove(ctx, p.Env.Store, guild))
	}
	return shown
}

// PlaceLobby is [Publisher.SetLobby] that leaves it to [Publisher.Lobbies] to show the lobby.
func (p *Publisher) PlaceLobby(ctx context.Context, guild, channel, lang string) error {
	now := p.Env.Now()
	_, err := storage.Halls.Change(ctx, p.Env.Store, guild, func(h *storage.Hall) error {
		if h.Channel != channel && h.Message != "" {
			h.Old = append(slices.Clone(h.Old), storage.Spot{Channel: h.Channel, Message: h.Message})
			h.Message, h.Drawn = "", nil
		}
		if h.Channel != channel {
			h.Posting = time.Time{}
		}
		h.Shown, h.DrawnAt = "", time.Time{} // so that it is changed, or posted if it was deleted
		h.Channel, h.Lang, h.NextCheck, h.Owner = channel, lang, now, ""
		return nil
	})
	return err
}

// showLobby shows the lobby of a server as it is now, if it is due by a time and no other process shows it.
func (p *Publisher) showLobby(ctx context.Context, via Channel, guild string, by time.Time) (err error) {
	defer match.Catch(&err)
	defer p.locks.Lock("lobby " + guild)()
	ctx, done := p.Env.Fleet.While(ctx)
	defer done()
	var claimed storage.Hall // with what the message says, which is not known any more if the process dies now
	h, err := storage.Halls.Claim(ctx, p.Env.Store, guild, by, p.Env.Now().Add(match.Lease), func(h *storage.Hall) error {
		if !p.Env.IsHallDue(ctx, *h, by) {
			return storage.ErrNotDue
		}
		h.Owner, h.Changed = p.Env.Fleet.ID(), false
		claimed, h.Shown = *h, ""
		return nil
	})
	if err != nil {
		return ignore(err, storage.ErrNotDue)
	}
	h.Shown = claimed.Shown
	err = p.updateLobby(ctx, via, &h)
	return errors.Join(err, p.noteLobby(context.WithoutCancel(ctx), claimed, h, err))
}

// noteLobby writes down how far a lobby was shown, and when it is to be shown next. A lobby whose channel has gone is
// forgotten. What was posted while it was moved is to be deleted.
func (p *Publisher) noteLobby(ctx context.Context, claimed, shown storage.Hall, failed error) error {
	now := p.Env.Now()
	_, err := storage.Halls.Change(ctx, p.Env.Store, shown.Guild, func(h *storage.Hall) error {
		switch {
		case h.Owner != claimed.Owner:
			return storage.ErrNotDue
		case h.Channel != claimed.Channel:
			if shown.Message != "" && shown.Message != claimed.Message {
				h.Old = append(slices.Clone(h.Old), storage.Spot{Channel: shown.Channel, Message: shown.Message})
			}
			h.NextCheck = now
			return nil
		case shown.Channel == "", errors.Is(failed, errNoRoom):
			*h = storage.Hall{}
			return nil
		}
		changed, results := h.Changed, h.Results
		*h = shown
		h.Changed, h.Results, h.Owner, h.NextCheck = changed, results, "", time.Time{}
		if failed != nil { // nobody knows what the message shows
			h.Shown, h.DrawnAt, h.Drawn = "", claimed.DrawnAt, append(slices.Clone(claimed.Drawn), shown.Drawn...)
		}
		switch {
		case Refused(failed):
			h.NextCheck = now.Add(lobbyBarred)
		case failed != nil:
			h.NextCheck = now.Add(match.LobbyPace)
		case changed:
			h.NextCheck = match.LobbyDue(*h, now)
		}
		return nil
	})
	return ignore(err, storage.ErrNotDue)
}

// errNoRoom is the failure of a lobby whose channel has gone.
var errNoRoom = errors.New("the channel of a lobby has gone")

// updateLobby brings the message of a lobby up to date, and notes in it what was done.
func (p *Publisher) updateLobby(ctx context.Context, via Channel, h *storage.Hall) error {
	for len(h.Old) > 0 {
		if err := via.Delete(ctx, h.Old[0].Channel, h.Old[0].Message); err != nil && !Refused(err) {
			return err
		}
		h.Old = slices.Clone(h.Old[1:])
	}
	if h.Channel == "" {
		return nil
	}
	layout, err := p.layoutBy(ctx, via, h.Guild)
	if err != nil {
		return err
	}
	s := &sighting{p: p, Hall: *h, layout: layout, listed: p.Env.Listed(ctx)}
	lobby, err := s.lobby(ctx)
	if err != nil {
		return err
	}
	msg := p.Writer.Lobby(lobby)
	hash := hashOf(msg.Content, msg.Rows)
	changed := hash != h.Shown
	h.Shown = hash
	if err := s.picture(ctx, h, &msg, changed); err != nil {
		return err
	}
	if !changed && !msg.Bare && h.Message != "" {
		return nil
	}
	h.ShownAt = p.Env.Now()
	if h.Message != "" {
		err := via.Edit(ctx, h.Channel, h.Message, msg)
		if !errors.Is(err, ErrGone) {
			return err
		}
		if h.Message, msg.Bare = "", false; msg.Picture == nil { // somebody has deleted it
			h.Drawn = nil
		}
	}
	return p.postLobby(ctx, via, h, msg)
}

// postLobby posts the message of a lobby, or finds the one that a process has posted that died before it could note
// that.
func (p *Publisher) postLobby(ctx context.Context, via Channel, h *storage.Hall, msg message.Message) error {
	if h.Posting.IsZero() {
		h.Posting, h.Messages = p.Env.Now(), h.Messages+1
		posting, messages := h.Posting, h.Messages
		if _, err := storage.Halls.Change(ctx, p.Env.Store, h.Guild, func(now *storage.Hall) error {
			now.Message, now.Posting, now.Messages = "", posting, messages
			return nil
		}); err != nil {
			return err
		}
	} else if own, err := via.Own(ctx, h.Channel, h.Posting); err == nil {
		if i := slices.IndexFunc(own, func(found Posted) bool { return found.has(message.IsLobby) }); i >= 0 {
			if err := via.Edit(ctx, h.Channel, own[i].ID, msg); !errors.Is(err, ErrGone) {
				h.Message, h.Posting = own[i].ID, time.Time{}
				return err
			}
		}
	}
	id, err := via.Post(ctx, h.Channel, fmt.Sprint(h.Guild, "l", strconv.FormatInt(int64(h.Messages), 36)), msg)
	if errors.Is(err, ErrGone) {
		return errors.Join(errNoRoom, err)
	}
	if err == nil {
		h.Message, h.Posting = id, time.Time{}
	}
	return err
}

// hashOf returns a short hash of some values.
func hashOf(values ...any) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // of texts and lists of them
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// A sighting finds what one lobby may show.
type sighting struct {
	storage.Hall
	p      *Publisher
	layout Layout
	listed func(storage.Head) (bool, error)
	boards []*match.Match // of the games that are shown first
}

// may reports whether the lobby may show a match: from its channel, and by the wish of all who play it.
func (s *sighting) may(head storage.Head) (bool, error) {
	if head.Guild != s.Guild || !s.layout.ShownIn(head.Home, s.Channel) {
		return false, nil
	}
	return s.listed(head)
}

// lobby gathers the matches that the lobby shows, and counts the others that may be shown in its channel.
func (s *sighting) lobby(ctx context.Context) (l message.Lobby, err error) {
	env := s.p.Env
	l.Lang, l.Channel = s.Lang, s.Channel
	server, err := storage.Servers.Get(ctx, env.Store, s.Guild)
	if err != nil {
		return l, err
	}
	tables, err := env.OpenTables(ctx, s.Guild)
	if err != nil {
		return l, err
	}
	tables = match.Without(tables, func(head storage.Head) bool {
		return !server.Allows(head.Home, s.layout.Rooms[head.Home].Above) || !env.Offers(server, head.Setup.Game)
	})
	var first []storage.Head
	if first, l.MoreTables, err = s.first(tables, message.LobbyTables); err != nil {
		return l, err
	}
	for _, head := range first {
		m, err := env.Load(ctx, head.ID)
		if err != nil {
			return l, err
		}
		l.Tables = append(l.Tables, m)
	}
	running, err := env.Running(ctx, s.Guild)
	if err != nil {
		return l, err
	}
	slices.SortStableFunc(running, func(a, b storage.Head) int { return message.Since(b).Compare(message.Since(a)) })
	first, l.MoreGames, err = s.first(match.FirstGamesFirst(running), message.LobbyGames)
	if err != nil {
		return l, err
	}
	l.Games = s.list(first)
	for _, head := range first[:min(len(first), message.LobbyBoards)] {
		m, err := env.Load(ctx, head.ID)
		if err == nil && m.State != nil {
			s.boards = append(s.boards, m)
		}
	}
	var ended []storage.Head
	for _, id := range slices.Backward(s.Results) {
		if len(ended) == message.LobbyResults {
			break
		}
		stored, err := env.Store.Get(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return l, err
		}
		may, err := s.may(stored.Head)
		if err != nil {
			return l, err
		}
		if may && stored.Phase == storage.Over {
			ended = append(ended, stored.Head)
		}
	}
	l.Results = s.list(match.FirstGamesFirst(env.Offered(ended)))
	return l, nil
}

// first returns the first matches that the lobby may show, and how many more there are that may be shown there.
func (s *sighting) first(all []storage.Head, most int) (first []storage.Head, more int, err error) {
	for _, head := range all {
		if len(first) == most {
			if head.Guild == s.Guild && s.layout.ShownIn(head.Home, s.Channel) {
				more++
			}
			continue
		}
		may, err := s.may(head)
		if err != nil {
			return nil, 0, err
		}
		if may {
			first = append(first, head)
		}
	}
	return first, more, nil
}

// list returns matches as a lobby lists them.
func (s *sighting) list(heads []storage.Head) (all []message.Listed) {
	for _, head := range heads {
		all = append(all, message.Listed{Head: head, Info: s.p.Env.Game(head.Setup.Game).Info()})
	}
	return all
}

// picture decides what becomes of the picture of a lobby: it is drawn at most once in [drawPace], and taken off as soon
// as it shows a game that may not be shown any more, or that nobody knows, or when none goes on.
func (s *sighting) picture(ctx context.Context, h *storage.Hall, msg *message.Message, changed bool) error {
	now := s.p.Env.Now()
	stale := len(s.boards) == 0 && len(h.Drawn) > 0 || s.Shown == "" && h.Message != ""
	for _, d := range h.Drawn {
		stored, err := s.p.Env.Store.Get(ctx, d.Match)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		may, err := s.may(stored.Head)
		if err != nil {
			return err
		}
		stale = stale || !may || namesOf(stored.Head) != d.Names
	}
	draws := len(s.boards) > 0 && now.Sub(h.DrawnAt) >= drawPace
	switch {
	case draws && (changed || stale || h.Message == ""):
		msg.Picture, h.DrawnAt, h.Drawn = s.p.Writer.Boards(s.Lang, s.boards), now, nil
		for _, m := range s.boards {
			h.Drawn = append(h.Drawn, storage.Drawn{Match: m.ID, Names: namesOf(m.Head)})
		}
	case stale:
		msg.Bare, h.Drawn = true, nil
	}
	return nil
}

// namesOf returns a hash of the ids and the names of the players of a match.
func namesOf(head storage.Head) string {
	var all []string
	for _, p := range head.Players {
		all = append(all, p.ID, p.Name)
	}
	return hashOf(all)
}

// touchLobby has the lobby of the server of a match shown anew, if the match may be seen there.
func (p *Publisher) touchLobby(ctx context.Context, m *match.Match) error {
	if m.Guest || m.Alone || m.Phase == storage.Open && m.Invited != nil || m.Setup.Rules > 0 && m.Head.People() < 2 {
		return nil
	}
	ended := ""
	if m.Phase == storage.Over {
		ended = m.ID
	}
	return p.Env.TouchLobby(ctx, m.Guild, ended)
}
