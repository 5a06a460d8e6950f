package rule

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// maxEmbedText is how many characters all embeds of a message may have together.
const maxEmbedText = 6000

// Embed is an embed of a bot, in the form of the wire. Discord writes its type itself.
type Embed struct {
	URL         string       `json:"url"`
	Title       string       `json:"title"`
	Description string       `json:"description"`
	Color       *int         `json:"color"`
	Timestamp   string       `json:"timestamp"`
	Fields      []embedField `json:"fields"`
	Author      *embedAuthor `json:"author"`
	Footer      *embedFooter `json:"footer"`
	Image       *Medium      `json:"image"`
	Thumbnail   *Medium      `json:"thumbnail"`
}

// embedField is a field of an embed.
type embedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// embedAuthor is the line above an embed.
type embedAuthor struct {
	Name string `json:"name"`
	URL  string `json:"url"`
	Icon string `json:"icon_url"`
}

// embedFooter is the line below an embed.
type embedFooter struct {
	Text string `json:"text"`
	Icon string `json:"icon_url"`
}

// Medium is a picture or a file that an embed or a component shows.
type Medium struct {
	URL string `json:"url"`
}

// attachedScheme begins the address of a file of the same message.
const attachedScheme = "attachment://"

// Attached returns the names of the files of the message that an embed shows.
func (e Embed) Attached() []string {
	var names []string
	for _, at := range e.pictures() {
		if name, ok := AttachedName(at); ok {
			names = append(names, name)
		}
	}
	return names
}

// AttachedName returns the name of the file that an address in an embed or a component means, if it is one of
// the message.
func AttachedName(address string) (string, bool) { return strings.CutPrefix(address, attachedScheme) }

// pictures are the addresses of the embed's pictures, by their paths.
func (e Embed) pictures() map[string]string {
	all := map[string]string{}
	if e.Author != nil {
		all["author.icon_url"] = e.Author.Icon
	}
	if e.Footer != nil {
		all["footer.icon_url"] = e.Footer.Icon
	}
	if e.Image != nil {
		all["image.url"] = e.Image.URL
	}
	if e.Thumbnail != nil {
		all["thumbnail.url"] = e.Thumbnail.URL
	}
	return all
}

// shows reports whether the embed shows anything.
func (e Embed) shows() bool {
	return e.Title+e.Description != "" || len(e.Fields) > 0 || e.Author != nil || e.Footer != nil || e.Image != nil ||
		e.Thumbnail != nil
}

// text is all text of the embed that counts towards its size.
func (e Embed) text() string {
	all := e.Title + e.Description
	for _, f := range e.Fields {
		all += f.Name + f.Value
	}
	if e.Author != nil {
		all += e.Author.Name
	}
	if e.Footer != nil {
		all += e.Footer.Text
	}
	return all
}

// checkEmbeds checks the embeds of a message: what has to be there, the schemes of
// addresses, and the size of all together.
func checkEmbeds(bad *Flaws, at string, embeds []Embed) {
	size := 0
	for i, e := range embeds {
		size += len([]rune(e.text()))
		checkEmbed(bad, fmt.Sprintf("%s.%d.", at, i), e)
	}
	if size > maxEmbedText {
		bad.Add(at, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
}

func checkEmbed(bad *Flaws, at string, e Embed) {
	required := func(path string, missing bool) { bad.Required(at+path, missing) }
	required("description", !e.shows())
	required("author.name", e.Author != nil && e.Author.Name == "")
	required("footer.text", e.Footer != nil && e.Footer.Text == "")
	for i, f := range e.Fields {
		required(fmt.Sprintf("fields.%d.name", i), f.Name == "")
		required(fmt.Sprintf("fields.%d.value", i), f.Value == "")
	}
	checkScheme(bad, at+"url", e.URL, "http", "https")
	if e.Author != nil {
		checkScheme(bad, at+"author.url", e.Author.URL, "http", "https")
	}
	for path, address := range e.pictures() {
		required(path, address == "" && !strings.HasSuffix(path, "icon_url"))
		checkScheme(bad, at+path, address, "http", "https", "attachment")
	}
}

// checkScheme adds a flaw for an address of another scheme.
func checkScheme(bad *Flaws, at, address string, schemes ...string) {
	u, err := url.Parse(address)
	if address == "" || err == nil && slices.Contains(schemes, strings.ToLower(u.Scheme)) {
		return
	}
	scheme := ""
	if err == nil {
		scheme = u.Scheme
	}
	bad.Add(at, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('%s').", scheme, strings.Join(schemes, "', '"))
}
