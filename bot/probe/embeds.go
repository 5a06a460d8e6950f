package probe

import "strings"

// embeds are the rules about embeds.
var embeds = []rule{
	{
		says:    "A message has ten embeds at most.",
		sandbox: "400, 50035 at embeds (BASE_TYPE_MAX_LENGTH)", try: elevenEmbeds,
	},
	{
		says:    "The embeds of a message have 6,000 characters in all.",
		sandbox: "400, 50035 at embeds (MAX_EMBED_SIZE_EXCEEDED)", try: longEmbeds,
	},
	{
		says:    "An embed gets the type rich.",
		sandbox: "200, rich", try: embedType,
	},
}

// shown makes an embed of so many characters.
func shown(characters int) body { return body{"description": strings.Repeat("e", characters)} }

func elevenEmbeds(t *try) string {
	var all []body
	for range 11 {
		all = append(all, shown(1))
	}
	return t.tryPost(t.Channel, body{"embeds": all}, nil).String()
}

func longEmbeds(t *try) string {
	return t.tryPost(t.Channel, body{"embeds": []body{shown(4000), shown(2001)}}, nil).String()
}

func embedType(t *try) string {
	var m message
	got := t.tryPost(t.Channel, body{"embeds": []body{shown(1)}}, &m)
	if len(m.Embeds) == 1 {
		return got.String() + ", " + m.Embeds[0].Type
	}
	return got.String()
}
