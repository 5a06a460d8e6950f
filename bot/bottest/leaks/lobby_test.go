package leaks_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	rights "parlour/bot/sandbox/world"
	"parlour/commands/match"
	"parlour/storage"
)

// openLobby has the lobby of a yard in its second channel, which the bot always views. In each channel a game goes on too:
// the game of its table.
func (y *yard) openLobby() {
	y.Discord.Stage().Allow(y.open[1], rights.ViewChannel)
	for i, channel := range y.open {
		table := y.Opens(channel, "game:"+tables[i]+" opponent:@ben first:me", "Accept")
		y.Click("ben", table, "Accept")
	}
	if m := y.Slash("ann", y.open[0], "/server lobby:#lounge"); !strings.Contains(m.Content, "The lobby in") {
		y.Fatalf("the lobby does not open: %q", m.Content)
	}
	y.Idle()
}

// seeLobby lets time pass until the lobby shows all as it is, and judges what each person sees there.
func (y *yard) seeLobby() {
	y.Idle()
	guild, lobby, looks := y.Discord.GuildID(), y.open[1], 0
	y.Until("the lobby is as it should be", func() bool {
		if looks++; looks%30 == 0 { // in steps that are no outage
			y.clock.Pass(match.LobbyPace / 5)
		}
		h, err := storage.Halls.Get(y.Ctx, y.Store, guild)
		return err == nil && h.Channel == lobby && !h.Changed && h.NextCheck.IsZero() // nobody works on it
	})
	for _, who := range bottest.Everyone[1:] {
		if !y.sees(who, lobby) {
			continue
		}
		for _, m := range y.Discord.User(who).Sees(lobby) {
			if !slices.Contains(bottest.Labels(m), "Start a game") {
				continue
			}
			y.judgeLobby(who, m)
		}
	}
}

// judgeLobby notes the games that a person should not see in a lobby: by their titles, which are in lines, buttons and the
// words of the picture, and by their threads.
func (y *yard) judgeLobby(who string, m sandbox.Message) {
	said := m.Content + strings.Join(bottest.Labels(m), "\n")
	for _, a := range m.Attachments {
		said += a.Alt
	}
	for i, channel := range slices.Concat(y.open, y.closed) {
		shown := strings.Contains(said, infoOf(tables[i]).Brief())
		for _, thread := range regexp.MustCompile(`<#(\d+)>`).FindAllStringSubmatch(m.Content, -1) {
			shown = shown || y.threads()[thread[1]] == channel
		}
		if !shown {
			continue
		}
		y.shown++
		if slices.Contains(y.closed, channel) || !y.sees(who, channel) {
			y.leaks = append(y.leaks, fmt.Sprintf("%s sees %s of %s in the lobby: %s", who, tables[i], channel, said))
		}
	}
}

// threads returns the channel of each thread of a game.
func (y *yard) threads() map[string]string {
	all := map[string]string{}
	for _, p := range y.Discord.User("ann").Places() {
		if p.Parent != "" {
			all[p.ID] = p.Parent
		}
	}
	return all
}

// wander changes who may view what, and looks after each change at what is shown in the second channel.
func (y *yard) wander(changes int, see func()) {
	stage := y.Discord.Stage()
	roles := []string{stage.AddRole("staff", "ben", "cleo"), stage.AddRole("cooks", "cleo", "dan")}
	see()
	stage.Overwrite(y.open[1], rights.GuildID, rights.ViewChannel, 0)
	stage.Permit(rights.GuildID, rights.PersonPermissions&^rights.ViewChannel) // everybody sees that channel alone
	y.Slash("ann", y.open[0], "/games")
	see()
	stage.Permit(rights.GuildID, rights.PersonPermissions)
	for i := range changes {
		if y.enough != nil && y.enough() {
			return
		}
		if i%3 == 0 {
			y.change(roles)
		}
		stage.Overwrite(y.open[1], rights.GuildID, rights.ViewChannel, 0) // or soon nobody would see it
		id := append(roles, rights.GuildID, y.Discord.User(bottest.Everyone[1+y.rng.IntN(4)]).ID())[y.rng.IntN(4)]
		deny := []rights.Permission{0, rights.ViewChannel}[y.rng.IntN(2)]
		stage.Overwrite(y.open[[]int{0, 2, 3, 4}[y.rng.IntN(4)]], id, rights.ViewChannel&^deny, deny)
		y.Slash("ann", y.open[0], "/games") // which comes after what the bot was told of the change
		see()
	}
}

// The lobby shows nobody a game, a table, a result or a board of a channel that they may not view, whatever changes.
func TestTheLobbyShowsNothingToOthers(t *testing.T) {
	t.Parallel()
	y := newYard(t, nil)
	y.openLobby()
	y.wander(15, y.seeLobby)
	y.report(30)
}

// The search finds what the lobby would show if the bot misread an overwrite, a role, or which channels are closed.
func TestWhatTheLobbyShowsToOthersIsFound(t *testing.T) {
	t.Parallel()
	findsPlanted(t, func(y *yard, _ string) {
		y.openLobby()
		y.wander(12, y.seeLobby)
	})
}
