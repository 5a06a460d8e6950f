package sandbox

import (
	"encoding/json"
	"strconv"
)

// opt is a field that may be absent or null.
type opt[T any] struct {
	set bool // present, perhaps null
	v   T
}

func (o *opt[T]) UnmarshalJSON(b []byte) error {
	o.set = true
	if string(b) == "null" {
		return nil
	}
	return json.Unmarshal(b, &o.v)
}

// form is the body of a message, of an edit or of the data of an answer.
type form struct {
	Content         opt[string]          `json:"content"`
	Embeds          opt[json.RawMessage] `json:"embeds"`
	Components      opt[[]component]     `json:"components"`
	Attachments     opt[[]fileRef]       `json:"attachments"`
	AllowedMentions opt[*allowed]        `json:"allowed_mentions"`
	Flags           opt[int]             `json:"flags"`
	Reference       *reference           `json:"message_reference"`
	Nonce           json.RawMessage      `json:"nonce"`
	EnforceNonce    bool                 `json:"enforce_nonce"`
	TTS             bool                 `json:"tts"`

	// Of an answer only.
	Choices  []wireChoice `json:"choices"`
	CustomID string       `json:"custom_id"`
	Title    string       `json:"title"`

	files map[string]file `json:"-"` // the new ones, by their number
	at    []string        `json:"-"` // where it stands in the request
}

type reference struct {
	MessageID       string `json:"message_id"`
	FailIfNotExists *bool  `json:"fail_if_not_exists"`
}

// fileRef names a file: a new one by its number, one that stays by its id.
type fileRef struct {
	ID          snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Description *string   `json:"description"`
}

// snowflake is an id, written as a text or as a number.
type snowflake string

func (s *snowflake) UnmarshalJSON(b []byte) error {
	if text, err := strconv.Unquote(string(b)); err == nil {
		*s = snowflake(text)
		return nil
	}
	var n uint64
	err := json.Unmarshal(b, &n)
	*s = snowflake(strconv.FormatUint(n, 10))
	return err
}

type wireChoice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// readMessage reads a message's body.
func (c *call) readMessage() (*form, error) {
	f := &form{files: c.files}
	return f, c.decode(f)
}

// checkedMessage reads and checks the body of a webhook's message, which has no nonce.
func (c *call) checkedMessage() (*form, error) {
	f, err := c.readMessage()
	if err != nil {
		return nil, err
	}
	f.Nonce, f.EnforceNonce = nil, false
	return f, checkForm(f)
}

// embeds returns the embeds, or nil for none.
func (f *form) embeds() json.RawMessage {
	if s := string(f.Embeds.v); s == "" || s == "null" || s == "[]" {
		return nil
	}
	return f.Embeds.v
}
