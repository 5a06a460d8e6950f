package rule

import (
	"bytes"
	"encoding/json"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"mime"
	"mime/multipart"
	"strconv"
	"strings"
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
	Poll            any              `json:"poll"`
	Stickers        []Snowflake      `json:"sticker_ids"`

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
	Type            int       `json:"type"` // 1 for a forward
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
	FlagHasThread = 1 << 5
	FlagEphemeral = 1 << 6
	FlagLoading   = 1 << 7
	FlagSilent    = 1 << 12
	FlagV2        = 1 << 15 // the message is one of Components V2
)

// Types of the first answer.
const (
	answerPong        = 1
	AnswerMessage     = 4
	AnswerDefer       = 5
	AnswerDeferUpdate = 6
	AnswerUpdate      = 7
	AnswerChoices     = 8
	AnswerModal       = 9
)

// File is one uploaded file.
type File struct {
	Name, MIME string
	Data       []byte
}

// MaxFile is the largest size of one attachment.
const MaxFile = 10 << 20

// ReadForm splits a multipart body into its JSON and its files. The files are by n of
// files[n].
func ReadForm(kind string, raw []byte) ([]byte, map[string]File, error) {
	media, params, err := mime.ParseMediaType(kind)
	if err != nil || !strings.HasPrefix(media, "multipart/") {
		return raw, nil, nil
	}
	var body []byte
	files := map[string]File{}
	parts := multipart.NewReader(bytes.NewReader(raw), params["boundary"])
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return body, files, nil
		}
		if err != nil {
			return nil, nil, ErrBadJSON
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, nil, ErrBadJSON
		}
		name := part.FormName()
		if name == "payload_json" {
			body = data
			continue
		}
		if len(data) > MaxFile {
			return nil, nil, ErrTooLarge
		}
		n := strings.TrimSuffix(strings.TrimPrefix(name, "files["), "]")
		files[n] = File{Name: part.FileName(), MIME: part.Header.Get("Content-Type"), Data: data}
	}
}
