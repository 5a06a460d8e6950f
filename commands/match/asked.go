package match

import (
	"slices"

	"parlour/storage"
)

// AskStale is the [storage.Ask.Told] of an answered question whose message may no longer be its line.
const AskStale = -1

// maxRemembered bounds how many lines of questions are remembered.
const maxRemembered = 3

// AskShown notes in a head that an answer has made the message of a question what it was in another head of the match.
func AskShown(head *storage.Head, number int, was storage.Head, message string) {
	isIt := func(a storage.Ask) bool { return a.Number == number }
	i, then := slices.IndexFunc(head.Asks, isIt), slices.IndexFunc(was.Asks, isIt)
	if then < 0 {
		return
	}
	shown := was.Asks[then]
	shown.Channel, shown.Message, shown.Told = was.Channel, message, len(shown.Agreed)
	head.Asks = slices.Clone(head.Asks)
	switch {
	case i >= 0 && shown.Answer != "":
		RememberAsk(head, shown)
		head.Asks = slices.Delete(head.Asks, i, i+1)
	case i >= 0:
		a := &head.Asks[i]
		a.Channel, a.Message, a.Told = shown.Channel, shown.Message, shown.Told
		if a.Answer != "" {
			a.Told = AskStale
		}
	case shown.Answer == "":
		if j := slices.IndexFunc(head.Answered, isIt); j >= 0 {
			a := head.Answered[j]
			a.Channel, a.Message, a.Told = shown.Channel, shown.Message, AskStale
			head.Asks = append(head.Asks, a)
		}
	}
}

// RememberAsk notes in a head that the message of an answered question is its line.
func RememberAsk(head *storage.Head, a storage.Ask) {
	others := Without(head.Answered, func(o storage.Ask) bool { return o.Number == a.Number })
	head.Answered = append(others, a)
	head.Answered = head.Answered[max(0, len(head.Answered)-maxRemembered):]
}

// MergeAsks notes in the newest head of a match what a publication has shown of its questions. If it has shown one
// as it was, and the answer has made the message its line meanwhile, either may have undone the other, so the
// line is to be made again.
func MergeAsks(newest *storage.Head, shown storage.Head, asWas []int) {
	var all []storage.Ask
	for _, a := range newest.Asks {
		i := slices.IndexFunc(shown.Asks, func(s storage.Ask) bool { return s.Number == a.Number })
		switch {
		case a.Told == AskStale: // noted since
		case i >= 0 && shown.Asks[i].Message != "":
			a.Channel, a.Message, a.Told = shown.Asks[i].Channel, shown.Asks[i].Message, shown.Asks[i].Told
			a.Role = shown.Asks[i].Role
		case i >= 0 && shown.Asks[i].Until.After(a.Until): // a role is pinged later
			a.Until = shown.Asks[i].Until
		case i < 0 && a.Number <= shown.AskCount:
			continue // it is a line by now
		}
		all = append(all, a)
	}
	for _, a := range newest.Answered {
		if slices.Contains(asWas, a.Number) && !slices.ContainsFunc(all, func(o storage.Ask) bool { return o.Number == a.Number }) {
			a.Told = AskStale
			all = append(all, a)
		}
	}
	newest.Asks = all
	for _, a := range shown.Answered {
		if !slices.ContainsFunc(newest.Answered, func(o storage.Ask) bool { return o.Number == a.Number }) {
			RememberAsk(newest, a)
		}
	}
}
