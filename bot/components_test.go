package bot

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/bwmarrin/discordgo"

	"parlour/commands/message"
)

// Buttons and menus mean to Discord what discordgo's mean.
func TestComponentsAreAsDiscordgoWritesThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		row  []message.Control
		want []discordgo.MessageComponent
	}{
		"buttons": {
			[]message.Control{{ID: "a", Label: "A", Style: message.Main}, {ID: "b", Label: "B", Disabled: true}},
			[]discordgo.MessageComponent{
				discordgo.Button{CustomID: "a", Label: "A", Style: discordgo.PrimaryButton},
				discordgo.Button{CustomID: "b", Label: "B", Style: discordgo.SecondaryButton, Disabled: true},
			},
		},
		"a menu": {
			[]message.Control{{ID: "m", Label: "Pick", Options: []message.MenuOption{{Label: "One", Value: "1"}}}},
			[]discordgo.MessageComponent{discordgo.SelectMenu{
				MenuType: discordgo.StringSelectMenu, CustomID: "m", Placeholder: "Pick", Options: []discordgo.SelectMenuOption{{Label: "One", Value: "1"}},
			}},
		},
	} {
		got, want := meaning(t, components(c.row)), meaning(t, discordgo.ActionsRow{Components: c.want})
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s are written as %v, want %v", name, got, want)
		}
	}
}

// meaning writes a value as JSON and reads it.
func meaning(t *testing.T, v any) (read any) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		t.Fatal(err)
	}
	return read
}
