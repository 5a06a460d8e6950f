package rule

import (
	"encoding/json"
	"strconv"
)

// Callback is the body of a first answer.
type Callback struct {
	Type int  `json:"type"`
	Data Form `json:"data"`
}

// Opt is a field that may be absent or null.
type Opt[T any] struct {
	Set   bool // present, perhaps null
	Value T
}

// UnmarshalJSON notes that the field is there.
func (o *Opt[T]) UnmarshalJSON(b []byte) error {
	o.Set = true
	if string(b) == "null" {
		return nil
	}
	return json.Unmarshal(b, &o.Value)
}

// Form is the body of a message, of an edit or of the data of an answer.
type Form struct {
	Content         Opt[string]      `json:"content"`
	Embeds          Opt[[]Embed]     `json:"embeds"`
	Components      Opt[[]Component] `json:"components"`
	Attachments     Opt[[]FileRef]   `json:"attachments"`
	AllowedMentions Opt[*Allowed]    `json:"allowed_mentions"`
	Flags           Opt[int]         `json:"flags"`
	Reference       *reference       `json:"message_reference"`
	Nonce           json.RawMessage  `json:"nonce"`
	EnforceNonce    bool             `json:"enforce_nonce"`
	TTS             bool             `json:"tts"`

	// Of an answer only.
	Choices  []WireChoice `json:"choices"`
	CustomID string       `json:"custom_id"`
	Title    string       `json:"title"`

	Files map[string]File `json:"-"` // the new ones, by their number
	At    []string        `json:"-"` // where it stands in the request
}

type reference struct {
	MessageID       Snowflake `json:"message_id"`
	FailIfNotExists *bool     `json:"fail_if_not_exists"`
}

// FileRef names a file: a new one by its number, one that stays by its id.
type FileRef struct {
	ID          Snowflake `json:"id"`
	Filename    string    `json:"filename"`
	Description *string   `json:"description"`
}

// Snowflake is an id, written as a text or as a number.
type Snowflake string

// UnmarshalJSON reads a text or a number.
func (s *Snowflake) UnmarshalJSON(b []byte) error {
	if text, err := strconv.Unquote(string(b)); err == nil {
		*s = Snowflake(text)
		return nil
	}
	var n uint64
	err := json.Unmarshal(b, &n)
	*s = Snowflake(strconv.FormatUint(n, 10))
	return err
}

// WireChoice is one completion, in the form of the wire.
type WireChoice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Allowed is allowed_mentions: which mentions of the content may ping.
type Allowed struct {
	Parse       []string    `json:"parse"`
	Users       []Snowflake `json:"users"`
	Roles       []Snowflake `json:"roles"`
	RepliedUser bool        `json:"replied_user"`
}

// Message flags.
const (
	FlagHasThread  = 1 << 5
	FlagEphemeral  = 1 << 6
	FlagLoading    = 1 << 7
	FlagSilent     = 1 << 12
	flagComponents = 1 << 15
)
