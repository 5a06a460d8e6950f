package probe

import (
	"fmt"
	"strings"
)

// files are the rules about pictures.
var files = []rule{
	{
		says:    "The alt text of a picture is kept.",
		sandbox: "200, kept", try: altText,
	},
	{
		says:    "Alt text has 1,024 characters at most.",
		sandbox: "400, 50035 at attachments.0.description (BASE_TYPE_MAX_LENGTH)", try: longAlt,
	},
	{
		says:    "An edit that names no attachments keeps the picture; one that lists none drops it.",
		sandbox: "1 picture, then 0", try: editDropsPicture,
	},
	{
		says:    "An edit with a new picture that lists only that one drops the old one.",
		sandbox: "1 picture, a new one", try: editReplacesPicture,
	},
	{
		says:    "Attachments name only files that the message has or that came with the request.",
		sandbox: "400, 50035 at attachments.0 (ATTACHMENT_NOT_FOUND)", try: attachmentOfNothing,
	},
}

const alt = "A dot: it is white, “quoted” & alone."

func altText(t *try) string {
	var m message
	got := t.postPicture(alt, &m)
	if len(m.Attachments) == 1 && m.Attachments[0].Description == alt {
		return got.String() + ", kept"
	}
	return got.String()
}

func longAlt(t *try) string { return t.postPicture(strings.Repeat("x", 1025), nil).String() }

// withDot posts a message with a picture, which the rule needs.
func (t *try) withDot() (m message) {
	if got := t.postPicture(alt, &m); t.err == nil && !got.OK() {
		t.fail(reasonOf("POST", got))
	}
	return m
}

func editDropsPicture(t *try) string {
	m := t.withDot()
	at := in(t.Channel) + "/" + m.ID
	t.need("PATCH", at, body{"content": mark + " again."}, &m)
	kept := len(m.Attachments)
	t.need("PATCH", at, body{"attachments": []body{}}, &m)
	return fmt.Sprintf("%d picture, then %d", kept, len(m.Attachments))
}

func editReplacesPicture(t *try) string {
	m := t.withDot()
	r, err := withPicture("PATCH", in(t.Channel)+"/"+m.ID, alt, body{})
	if err != nil {
		t.fail(err.Error())
	}
	var now message
	got := t.send(r, &now)
	switch {
	case !got.OK():
		return got.String()
	case len(m.Attachments) == 1 && len(now.Attachments) == 1 && m.Attachments[0].ID != now.Attachments[0].ID:
		return "1 picture, a new one"
	}
	return fmt.Sprintf("%d pictures", len(now.Attachments))
}

func attachmentOfNothing(t *try) string {
	return t.tryPost(t.Channel, body{"attachments": []body{{"id": "7", "filename": "no.png"}}}, nil).String()
}
