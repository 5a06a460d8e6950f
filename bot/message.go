package bot

import (
	"cmp"
	"container/list"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands/message"
	"parlour/imaging"
	"parlour/imaging/replay"
)

// pictureName is the file name of every attached picture.
const pictureName = "board.png"

// betterName is the file name of the second of two pictures.
const betterName = "better.png"

// payload is a message in Discord's form. discordgo's own types lack a nonce and the alt
// text of an attachment, and write each button several times over.
type payload struct {
	Content      *string       `json:"content"` // nil, which takes the old one away, in a message of Components V2
	Flags        int           `json:"flags,omitempty"`
	Mentions     mentions      `json:"allowed_mentions"`
	Components   []any         `json:"components"`            // of type row and part
	Attachments  *[]attachment `json:"attachments,omitempty"` // nil keeps the old ones
	Nonce        string        `json:"nonce,omitempty"`
	EnforceNonce bool          `json:"enforce_nonce,omitempty"`

	callback discordgo.InteractionResponseType // unless 0: of the response to an interaction that the message is sent in
}

// mentions lists the people and the roles whom a message may notify.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
	Roles []string `json:"roles,omitempty"`
}

// attachment is a file with its alt text.
type attachment struct {
	ID          string `json:"id"` // the number of the file in the request
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// silent is the flag of a message whose posting notifies nobody, and laidOut that of a message of Components V2, which
// has its words among its components. A message never loses that flag again.
const (
	silent  = 1 << 12
	laidOut = 1 << 15
)

// newMessage is [bot.payload] for a message that is posted, which alone may notify people.
func (b *bot) newMessage(m message.Message) (payload, []file) {
	p, files := b.payload(m)
	p.Mentions.Users = append(p.Mentions.Users, m.Pings...)
	if m.Role != "" {
		p.Mentions.Roles = []string{m.Role}
	}
	if m.Silent {
		p.Flags |= silent
	}
	return p, files
}

// body returns the JSON body of a request.
func (p payload) body() any {
	if p.callback == 0 {
		return p
	}
	return response{p.callback, p}
}

// payload returns a message in Discord's form, with its files. It draws the picture and
// the animation. A board that cannot be drawn is sent as text, an animation as its words
// [message.Animation.Lost].
func (b *bot) payload(m message.Message) (payload, []file) {
	picture, err := b.drawn(m.Picture)
	better, failed := b.drawn(m.Better)
	if err = cmp.Or(err, failed); err != nil {
		b.Log.Error("a board is sent as text, because it cannot be drawn", "err", err)
		m = asText(m)
	}
	animation, err := b.animate(m.Animation)
	if err != nil {
		b.Log.Error("a game is sent without its animation, because that cannot be drawn", "err", err)
		m.Content, m.Animation = m.Content+"\n"+m.Animation.Lost, nil
	}
	whole, err := b.replay(m.Replay)
	if err != nil {
		b.Log.Error("a game is sent without its page, because that cannot be written", "err", err)
	}
	p := payload{
		Content:    &m.Content,
		Mentions:   mentions{Parse: []string{}, Users: []string{}}, // only a post notifies
		Components: []any{},
	}
	if m.Bare {
		p.Attachments = &[]attachment{}
	}
	for _, s := range m.Sections {
		p.Components = append(p.Components, section(s))
	}
	for _, row := range m.Rows {
		p.Components = append(p.Components, components(row))
	}
	var files []file
	attach := func(name, kind, description string, data []byte) {
		if p.Attachments == nil {
			p.Attachments = &[]attachment{}
		}
		*p.Attachments = append(*p.Attachments, attachment{strconv.Itoa(len(files)), name, description})
		files = append(files, file{Name: name, Kind: kind, Data: data})
	}
	if m.Picture != nil {
		attach(pictureName, "image/png", m.Picture.Alt, picture)
	}
	if m.Better != nil {
		attach(betterName, "image/png", m.Better.Alt, better)
	}
	if m.Animation != nil {
		attach(m.Animation.Name, "image/gif", m.Animation.Alt, animation)
	}
	if m.File != nil {
		attach(m.File.Name, "application/json", "", m.File.Data)
	}
	if whole != nil {
		attach(m.Replay.Name, "text/html", "", whole)
	}
	if m.Sections != nil || m.Better != nil {
		p = p.layOut()
	}
	return p, files
}

// layOut returns a message as one of Components V2: its words, its sections, its pictures side by side, its other files
// and its rows. One of that form already stays as it is.
func (p payload) layOut() payload {
	if p.Content == nil {
		return p
	}
	all, pictures := []any{words(*p.Content)}, part{Type: discordgo.MediaGalleryComponent}
	var other []any
	if p.Attachments != nil {
		for _, a := range *p.Attachments {
			at := medium{"attachment://" + a.Filename}
			if name := path.Ext(a.Filename); name == ".png" || name == ".gif" {
				pictures.Items = append(pictures.Items, item{at, a.Description})
				continue
			}
			other = append(other, part{Type: discordgo.FileComponentType, File: &at})
		}
	}
	rows := slices.IndexFunc(p.Components, func(c any) bool { _, ok := c.(row); return ok })
	if rows < 0 {
		rows = len(p.Components)
	}
	all = append(all, p.Components[:rows]...)
	if pictures.Items != nil {
		all = append(all, pictures)
	}
	p.Content, p.Components, p.Flags = nil, slices.Concat(all, other, p.Components[rows:]), p.Flags|laidOut
	return p
}

// part is a component of a message of Components V2 that is no row of controls: words, a section, a gallery, or a file.
type part struct {
	Type       discordgo.ComponentType `json:"type"`
	Content    string                  `json:"content,omitempty"`    // of words
	Components []part                  `json:"components,omitempty"` // of a section: its words
	Accessory  *control                `json:"accessory,omitempty"`  // of a section: its button
	Items      []item                  `json:"items,omitempty"`      // of a gallery
	File       *medium                 `json:"file,omitempty"`
}

// medium is the address of an attached file, and item one in a gallery with its alt text.
type (
	medium struct {
		URL string `json:"url"`
	}
	item struct {
		Media       medium `json:"media"`
		Description string `json:"description,omitempty"`
	}
)

// words returns a text as a component.
func words(said string) part { return part{Type: discordgo.TextDisplayComponent, Content: said} }

// section returns a section in Discord's form, or its words alone where it has no button.
func section(s message.Section) part {
	if s.Button.ID == "" {
		return words(s.Says)
	}
	c := button(s.Button)
	return part{Type: discordgo.SectionComponent, Components: []part{words(s.Says)}, Accessory: &c}
}

// file is a file of a message.
type file = rest.File

// send makes a request whose body is a message, with files if there are any, and reads
// the answer into out unless that is nil.
func (b *bot) send(ctx context.Context, r rest.Request, p payload, files []file, out any) error {
	r, err := written(r, p, files)
	if err != nil {
		return err
	}
	return b.do(ctx, r, out)
}

// written returns a request with a message as its body.
func written(r rest.Request, p payload, files []file) (_ rest.Request, err error) {
	if len(files) == 0 {
		r.Body, err = json.Marshal(p.body())
	} else {
		r.Type, r.Body, err = rest.Parts(p.body(), files)
	}
	if err != nil {
		return r, fmt.Errorf("write a request: %w", err)
	}
	return r, nil
}

// drawn draws a picture; nil stays nil.
func (b *bot) drawn(p *message.Picture) ([]byte, error) {
	if p == nil {
		return nil, nil
	}
	return b.Draw(*p)
}

// drawn draws a picture.
func drawn(p message.Picture) ([]byte, error) {
	if p.Page != nil {
		return imaging.DrawPage(p.Page)
	}
	return imaging.Draw(p.Drawing)
}

// maxFile is how many bytes of a file Discord takes in every channel.
const maxFile = 10 << 20

// animate draws an animation, or finds it drawn; nil stays nil.
func (b *bot) animate(a *message.Animation) ([]byte, error) {
	if a == nil {
		return nil, nil
	}
	return b.films.Get(a.Key, func() ([]byte, error) { return animated(*a, maxFile) })
}

// replay writes a game as a page; nil stays nil.
func (b *bot) replay(p *replay.Page) ([]byte, error) {
	if p == nil {
		return nil, nil
	}
	page, err := imaging.Replay(*p)
	if len(page) > maxFile {
		return nil, fmt.Errorf("%s has %d bytes, and at most %d are taken", p.Name, len(page), maxFile)
	}
	return page, err
}

// animated returns an animation as a GIF, or an error if it has more than most bytes.
func animated(a message.Animation, most int) ([]byte, error) {
	data, err := imaging.Animate(a.Frames, a.Each, a.Last)
	if err != nil {
		return nil, err
	}
	if len(data) > most {
		return nil, fmt.Errorf("%s has %d bytes, and at most %d are taken", a.Name, len(data), most)
	}
	return data, nil
}

// maxContent is how many characters the content of a message may have.
const maxContent = 2000

// asText moves the board of a message into its content as text. It cuts the content to
// make room. What is no board does without its picture, and a second picture goes.
func asText(m message.Message) message.Message {
	if m.Better = nil; m.Picture == nil {
		return m
	}
	if m.Picture.View == nil {
		m.Picture = nil
		return m
	}
	board := "\n```\n" + m.Picture.View.String() + "\n```"
	m.Content, m.Picture = message.Clip(m.Content, maxContent-utf8.RuneCountInString(board))+board, nil
	return m
}

// row is a row of buttons, or of one menu, in Discord's form.
type row struct {
	Type       discordgo.ComponentType `json:"type"`
	Components []control               `json:"components"`
}

// control is a button, or a menu of texts or people, in Discord's form.
type control struct {
	Type        discordgo.ComponentType      `json:"type"`
	CustomID    string                       `json:"custom_id"`
	Disabled    bool                         `json:"disabled"`
	Label       string                       `json:"label,omitempty"`       // of a button
	Style       discordgo.ButtonStyle        `json:"style,omitempty"`       // of a button
	Placeholder string                       `json:"placeholder,omitempty"` // of a menu
	Options     []discordgo.SelectMenuOption `json:"options,omitempty"`     // of a menu
	Most        int                          `json:"max_values,omitempty"`  // of a menu of people
}

// components returns a row of buttons, or of one menu, in Discord's form.
func components(controls []message.Control) row {
	made := row{Type: discordgo.ActionsRowComponent}
	for _, c := range controls {
		if c.Menu() {
			made.Components = append(made.Components, menu(c))
			continue
		}
		made.Components = append(made.Components, button(c))
	}
	return made
}

// button returns a button in Discord's form.
func button(c message.Control) control {
	return control{Type: discordgo.ButtonComponent, CustomID: c.ID, Label: c.Label, Style: style(c.Style), Disabled: c.Disabled}
}

// menu returns a menu in Discord's form.
func menu(c message.Control) control {
	m := control{Type: discordgo.SelectMenuComponent, CustomID: c.ID, Placeholder: c.Label}
	if c.People > 0 {
		m.Type, m.Most = discordgo.UserSelectMenuComponent, c.People
	}
	for _, o := range c.Options {
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: o.Label, Value: o.Value, Description: o.About})
	}
	return m
}

// style returns the style of a button in Discord's form.
func style(s message.Style) discordgo.ButtonStyle {
	switch s {
	case message.Main:
		return discordgo.PrimaryButton
	case message.Good:
		return discordgo.SuccessButton
	case message.Danger:
		return discordgo.DangerButton
	}
	return discordgo.SecondaryButton
}

// cache makes things one at a time, because each takes a core and much memory, and keeps those
// that were used last, [imaging.Room] bytes of them. It is safe for concurrent use, and the zero value is ready to use.
type cache struct {
	mu     sync.Mutex
	byKey  map[string]*list.Element // of kept
	oldest list.List                // what was used last is at the back
	bytes  int
}

type cached struct {
	key  string
	data []byte
}

// Get returns what is kept under a key, or makes it. Nothing is kept under the empty key. The bytes
// are shared: nobody changes them.
func (k *cache) Get(key string, make func() ([]byte, error)) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e := k.byKey[key]; e != nil {
		k.oldest.MoveToBack(e)
		return e.Value.(cached).data, nil
	}
	data, err := make()
	room := imaging.Room()
	if err != nil || key == "" || len(data) > room {
		return data, err
	}
	if k.byKey == nil {
		k.byKey = map[string]*list.Element{}
	}
	k.byKey[key] = k.oldest.PushBack(cached{key, data})
	for k.bytes += len(data); k.bytes > room; {
		gone := k.oldest.Remove(k.oldest.Front()).(cached)
		delete(k.byKey, gone.key)
		k.bytes -= len(gone.data)
	}
	return data, nil
}

// response is the body of the first answer to an interaction.
type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// completion returns the choices of an autocompletion.
func completion(choices []message.MenuOption) response {
	list := []map[string]string{}
	for _, c := range choices {
		list = append(list, map[string]string{"name": c.Label, "value": c.Value})
	}
	return response{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": list}}
}
