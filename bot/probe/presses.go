package probe

import (
	"fmt"
	"strings"
	"time"
)

// command is the name of the probe's command.
const command = "parlour-probe"

var commandWithCompletion = body{
	"name": command, "description": "Helps Parlour's probe, which removes it again",
	"options": []body{option("word", body{"autocomplete": true, "required": true})},
}

// buttons are the rows of the message on which the person presses.
func buttons() []body {
	named := func(label string) body {
		return body{"type": 2, "style": 2, "custom_id": "probe:" + label, "label": label}
	}
	numbers := []body{{"label": "One", "value": "one"}, {"label": "Two", "value": "two"}}
	return []body{
		row(named("Button"), named("Form"), named("Panel"), named("Late")),
		row(body{"type": 3, "custom_id": "probe:Menu", "options": numbers, "min_values": 1, "max_values": 2}),
	}
}

// commandStep makes the message with the buttons, which the later steps need.
var commandStep = step{
	ask: "1 of 6: in the channel, type /" + command + " word: and a letter, take the word that is suggested, and send it.",
	rules: []rule{
		{says: "A completion has 25 choices at most.", sandbox: "400, 50035 at data.choices (BASE_TYPE_MAX_LENGTH)"},
		{says: "Type 7 answers no command.", sandbox: "400, 50035 at type (INTERACTION_CALLBACK_TYPE_INVALID)", guess: true},
		{says: "There is no follow-up before the first answer.", sandbox: "404, 10015"},
		{says: "With with_response the answer has the message, also for type 5.", sandbox: "200, the message", guess: true},
		{says: "An interaction has one first answer.", sandbox: "400, 40060"},
		{says: "The first follow-up after type 5 takes the place of the thinking.", sandbox: "200, the same message"},
	},
	play: func(f *floor) (did []string) {
		i := f.next(func(i interaction) bool { return i.Type == typeCompletion })
		many := f.answer(i, answerChoices, choices(26))
		f.answer(i, answerChoices, choices(1))
		i = f.next(func(i interaction) bool { return i.Type == typeCommand && i.Data.Name == command })
		update := f.answer(i, answerUpdate, quiet(nil))
		early := f.do("POST", f.hook(i), quiet(nil), nil)
		first, told := f.told(i, answerDefer, body{})
		second := f.answer(i, answerMessage, quiet(nil))
		follow := f.followWithPicture(i)
		return []string{many.String(), update.String(), early.String(), withMessage(first, told.ID != ""), second.String(),
			same(follow, f.panel.ID == told.ID)}
	},
}

// followWithPicture follows up with the message that has the buttons, and a picture.
func (f *floor) followWithPicture(i interaction) answer {
	got := f.send(f.withPicture("POST", f.hook(i), alt, quiet(body{"components": buttons()})), &f.panel)
	f.needed("POST", got)
	if i.Member != nil {
		f.who = i.Member.User.ID
	}
	f.all.posted(f.Channel, f.panel.ID) // it stays for the other steps
	return got
}

// withMessage words an answer that has a message or none.
func withMessage(got answer, has bool) string {
	return got.also(word(has, "the message", "no message"))
}

// same words an answer with the same message or another one.
func same(got answer, is bool) string {
	return got.String() + word(is, ", the same message", ", another message")
}

var buttonStep = step{
	ask: "2 of 6: press Button.",
	rules: []rule{
		{says: "With with_response an answer of type 6 has the message.", sandbox: "200, the message", guess: true},
		{says: "After type 6, @original is the message that was pressed.", sandbox: "200, the same message"},
		{says: "A follow-up for one person does not exist for /channels.", sandbox: "404, 10008"},
	},
	play: func(f *floor) []string {
		i := f.pressed("probe:Button")
		first, told := f.told(i, answerDeferUpdate, nil)
		var m, own message
		original := f.do("GET", f.original(i), nil, &m)
		f.need("POST", f.hook(i), quiet(body{"flags": private}), &own)
		look := f.do("GET", in(f.Channel)+"/"+own.ID, nil, nil)
		f.do("DELETE", f.hook(i)+"/messages/"+own.ID, nil, nil)
		return []string{withMessage(first, told.ID != ""), same(original, m.ID == f.panel.ID), look.String()}
	},
}

var menuStep = step{
	ask: "3 of 6: in the menu pick Two, then One.",
	rules: []rule{
		{says: "A menu sends its picks in the order picked.", sandbox: "two, one"},
		{says: "An update of type 7 that lists no attachments removes them.", sandbox: "1 picture, then 0"},
	},
	play: func(f *floor) []string {
		i := f.pressed("probe:Menu")
		picks := strings.Join(i.Data.Values, ", ")
		f.needAnswer(i, answerUpdate, quiet(body{"components": buttons()}))
		var m message
		f.need("GET", f.original(i), nil, &m)
		return []string{picks, fmt.Sprintf("%d picture, then %d", len(f.panel.Attachments), len(m.Attachments))}
	},
}

// needAnswer gives a first answer without which the rule cannot be tried.
func (f *floor) needAnswer(i interaction, kind int, data any) {
	f.needed("POST", f.answer(i, kind, data))
}

// form makes the data of a modal with one input.
func form(title string, least, most int) body {
	input := body{"type": 4, "style": 1, "custom_id": "word", "label": "A word", "min_length": least, "max_length": most}
	return body{"custom_id": "probe:modal", "title": title, "components": []body{row(input)}}
}

var formStep = step{
	ask: "4 of 6: press Form, write a word and send it.",
	rules: []rule{
		{says: "The least length of an input is not greater than its greatest.",
			sandbox: "400, 50035 at data.components.0.components.0.min_length (TEXT_INPUT_COMPONENT_BAD_RANGE)", guess: true},
		{says: "The title of a modal has 45 characters at most.", sandbox: "400, 50035 at data.title (BASE_TYPE_MAX_LENGTH)"},
		{says: "Type 7 answers the modal of a button.", sandbox: "204"},
	},
	play: func(f *floor) []string {
		i := f.pressed("probe:Form")
		lengths := f.answer(i, answerModal, form("Probe", 5, 2))
		title := f.answer(i, answerModal, form(strings.Repeat("t", 46), 1, 20))
		f.needAnswer(i, answerModal, form("Probe", 1, 20))
		i = f.next(func(i interaction) bool { return i.Type == typeSubmit })
		update := f.answer(i, answerUpdate, quiet(body{"components": buttons()}))
		return []string{lengths.String(), title.String(), update.String()}
	},
}

var panelStep = step{
	ask: "5 of 6: press Panel, and then Close in the message that only you see.",
	rules: []rule{
		{says: "The token of the last press on an ephemeral message deletes it.", sandbox: "204; 404, 10008"},
	},
	play: func(f *floor) []string {
		close := row(body{"type": 2, "style": 2, "custom_id": "probe:Close", "label": "Close"})
		f.needAnswer(f.pressed("probe:Panel"), answerMessage, quiet(body{"flags": private, "components": []body{close}}))
		i := f.pressed("probe:Close")
		f.needAnswer(i, answerDeferUpdate, nil)
		gone := f.do("DELETE", f.original(i), nil, nil)
		look := f.do("GET", f.original(i), nil, nil)
		return []string{gone.String() + "; " + look.String()}
	},
}

// tooLate is when an answer is surely late.
const tooLate = 3500 * time.Millisecond

var lateStep = step{
	ask: "6 of 6: press Late, and wait until Discord says that the app did not respond.",
	rules: []rule{
		{says: "An answer after 3 s is too late.", sandbox: "404, 10062"},
		{says: "An interaction that was answered too late takes no follow-up.", sandbox: "404, 10015"},
	},
	play: func(f *floor) []string {
		i := f.pressed("probe:Late")
		f.wait(tooLate)
		late := f.answer(i, answerDeferUpdate, nil)
		follow := f.do("POST", f.hook(i), quiet(body{"flags": private}), nil)
		return []string{late.String(), follow.String()}
	},
}

var directStep = step{
	rules: []rule{
		{says: "In the bot's direct messages context is 1, app_permissions are 442368, and there is a user but no member.",
			sandbox: "context 1, 442368, a user"},
		{says: "In direct messages type 7 changes the message.", sandbox: "204"},
	},
	play: func(f *floor) []string {
		if f.who == "" {
			f.fail("nobody used the command")
		}
		var place struct{ ID string }
		f.need("POST", "users/@me/channels", body{"recipient_id": f.who}, &place)
		hello := row(body{"type": 2, "style": 2, "custom_id": "probe:Direct", "label": "Here"})
		f.post(place.ID, body{"components": []body{hello}})
		if f.err == nil {
			f.Ask("Last: press the button that the bot has sent you in a direct message.")
		}
		i := f.pressed("probe:Direct")
		update := f.answer(i, answerUpdate, quiet(body{"components": []body{}}))
		where := "no context"
		if i.Context != nil {
			where = fmt.Sprint("context ", *i.Context)
		}
		return []string{where + ", " + i.AppPermissions + word(i.Member == nil && i.User != nil, ", a user", ", a member"), update.String()}
	},
}
