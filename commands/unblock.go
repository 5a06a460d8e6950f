package commands

import (
	"context"
	"slices"

	"parlour/commands/message"
	"parlour/storage"
)

// fromEverybody is the usual value of optionWhom.
const fromEverybody = "everybody"

// whoms are the values of optionWhom.
var whoms = []string{fromEverybody, storage.FromKnown, storage.FromNobody}

// whomFrom lists from whom a person may take challenges.
func whomFrom(h *host) []message.MenuOption {
	var all []message.MenuOption
	for _, v := range whoms {
		all = append(all, message.MenuOption{Label: h.Writer.Label("en", "challenges."+v), Value: v})
	}
	return all
}

// setWhom sets from whom a person takes challenges.
func setWhom(own *storage.Person, value string) error {
	if !slices.Contains(whoms, value) {
		return message.RefuseValue(optionWhom, value, whoms...)
	}
	if own.Challenges = value; value == fromEverybody {
		own.Challenges = ""
	}
	return nil
}

// unblock takes back the block of the person chosen in the menu, and shows what is set.
func unblock(ctx context.Context, h *host, c call) (Reply, error) {
	id, err := c.chosen()
	if err != nil {
		return Reply{}, err
	}
	if _, err := set(ctx, h, &c, func(own *storage.Person) error {
		own.Blocked = slices.DeleteFunc(slices.Clone(own.Blocked), func(b storage.Blocked) bool { return b.ID == id })
		return nil
	}); err != nil {
		return Reply{}, err
	}
	return settings(ctx, h, c)
}
