package world

import (
	"bytes"
	"fmt"
	"image"
	"net/http"
	"slices"
	"strings"

	"parlour/bot/sandbox/rule"
)

// checkAttached checks that each attachment which a form lists was sent with it or is
// one of m's.
func checkAttached(m *Message, f *rule.Form) error {
	var bad rule.Flaws
	for i, r := range f.Attachments.Value {
		_, sent := f.Files[string(r.ID)]
		has := slices.ContainsFunc(m.Files, func(a *Attachment) bool { return a.ID == string(r.ID) })
		if !sent && !has {
			path := append(slices.Clone(f.At), "attachments", fmt.Sprint(i))
			bad.Put(path, "ATTACHMENT_NOT_FOUND", "Attachment data not found")
		}
	}
	return bad.Err()
}

// attach makes an attachment of a file.
func attach(f rule.File, id, name, alt string) *Attachment {
	a := &Attachment{ID: id, Name: f.Name, Alt: alt, MIME: f.MIME, Data: f.Data}
	if name != "" {
		a.Name = name
	}
	if sniffed := http.DetectContentType(f.Data); strings.HasPrefix(sniffed, "image/") {
		a.MIME = sniffed
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(f.Data)); err == nil {
		a.Width, a.Height = c.Width, c.Height
	}
	return a
}

// Shown are the files of m that stand on their own: those that no embed shows.
func (m *Message) Shown() []*Attachment {
	return slices.DeleteFunc(slices.Clone(m.Files), func(a *Attachment) bool {
		return slices.ContainsFunc(m.Embeds, func(e rule.Embed) bool { return slices.Contains(e.Attached(), a.Name) })
	})
}

// maxUploads is how many files of a person's commands are remembered.
const maxUploads = 20

// Upload keeps a file that u gives to an option of a command. Beyond [maxUploads] it forgets
// the oldest.
func (s *State) Upload(u *User, f rule.File) *Attachment {
	a := attach(f, s.NewID(), "", "")
	u.Uploads = append(u.Uploads, a)
	u.Uploads = u.Uploads[max(0, len(u.Uploads)-maxUploads):]
	return a
}

// Uploaded finds a file that somebody gave to an option of a command, or nil.
func (w *World) Uploaded(id string) *Attachment {
	for _, u := range w.Users {
		for _, a := range u.Uploads {
			if a.ID == id {
				return a
			}
		}
	}
	return nil
}

// Attachment finds a file of a channel's messages, or nil.
func (w *World) Attachment(channel, id string) *Attachment {
	c := w.Channels[channel]
	if c == nil {
		return nil
	}
	for _, m := range c.Messages {
		for _, a := range m.Files {
			if a.ID == id {
				return a
			}
		}
	}
	return nil
}
