package rule

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Error is an error in the form in which Discord answers it.
type Error struct {
	Status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`

	// Of a 429 only.
	RetryAfter float64 `json:"retry_after,omitempty"` // in seconds
	Global     *bool   `json:"global,omitempty"`
}

// Error is the code and the sentence.
func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// codeInvalid is the code for a body with flaws in its form.
const codeInvalid = 50035

// codeUnsupported is the sandbox's own code, which Discord does not use.
const codeUnsupported = 999999

// Unsupported refuses an operation of Discord's that the sandbox does not imitate.
func Unsupported(method, path string) *Error {
	return &Error{Status: http.StatusBadRequest, Code: codeUnsupported, Message: "This is the sandbox, which does not imitate " + method + " " + Clip(path)}
}

// The errors with which the API refuses a request.
var (
	ErrUnauthorized   = &Error{Status: 401, Message: "401: Unauthorized"}
	ErrInternal       = &Error{Status: 500, Message: "500: Internal Server Error"}
	ErrWebPage        = &Error{Status: 403, Message: "The API is not for web pages."}
	ErrNotFound       = &Error{Status: 404, Message: "404: Not Found"}
	ErrTooMany        = &Error{Status: 429, Message: "You are being rate limited."}
	ErrChannel        = &Error{Status: 404, Code: 10003, Message: "Unknown Channel"}
	ErrGuild          = &Error{Status: 404, Code: 10004, Message: "Unknown Guild"}
	ErrMember         = &Error{Status: 404, Code: 10007, Message: "Unknown Member"}
	ErrMessage        = &Error{Status: 404, Code: 10008, Message: "Unknown Message"}
	ErrUser           = &Error{Status: 404, Code: 10013, Message: "Unknown User"}
	ErrWebhook        = &Error{Status: 404, Code: 10015, Message: "Unknown Webhook"}
	ErrInteraction    = &Error{Status: 404, Code: 10062, Message: "Unknown interaction"}
	ErrCommand        = &Error{Status: 404, Code: 10063, Message: "Unknown application command"}
	ErrCommandCount   = &Error{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (100)"}
	ErrOnCount        = &Error{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (15)"}
	ErrOldEdits       = &Error{Status: 429, Code: 30046, Message: "Maximum number of edits to messages older than 1 hour reached. Try again later"}
	ErrDMTooFast      = &Error{Status: 403, Code: 40003, Message: "You are opening direct messages too fast."}
	ErrTooLarge       = &Error{Status: 413, Code: 40005, Message: "Request entity too large"}
	ErrAnswered       = &Error{Status: 400, Code: 40060, Message: "Interaction has already been acknowledged."}
	ErrFollowUps      = &Error{Status: 400, Code: 40094, Message: "This interaction has hit the maximum number of follow up messages"}
	ErrAccess         = &Error{Status: 403, Code: 50001, Message: "Missing Access"}
	ErrNotAuthor      = &Error{Status: 403, Code: 50005, Message: "Cannot edit a message authored by another user"}
	ErrEmpty          = &Error{Status: 400, Code: 50006, Message: "Cannot send an empty message"}
	ErrClosedDM       = &Error{Status: 403, Code: 50007, Message: "Cannot send messages to this user"}
	ErrDMOfBot        = &Error{Status: 400, Code: 50007, Message: "Cannot send messages to this user"}
	ErrPermission     = &Error{Status: 403, Code: 50013, Message: "Missing Permissions"}
	ErrNotice         = &Error{Status: 403, Code: 50021, Message: "Cannot execute action on a system message"}
	ErrChannelType    = &Error{Status: 400, Code: 50024, Message: "Cannot execute action on this channel type"}
	ErrWebhookToken   = &Error{Status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	ErrArchived       = &Error{Status: 400, Code: 50083, Message: "Thread is archived"}
	ErrBadJSON        = &Error{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
	ErrNoMutualServer = &Error{Status: 403, Code: 50278, Message: "Cannot send messages to this user due to having no mutual guilds"}
	ErrThreadExists   = &Error{Status: 400, Code: 160004, Message: "A thread has already been created for this message"}
	ErrThreadLocked   = &Error{Status: 400, Code: 160005, Message: "Thread is locked"}
	ErrThreads        = &Error{Status: 400, Code: 160006, Message: "Maximum number of active threads reached"}

	ErrAnnouncementThreads = &Error{Status: 400, Code: 160007, Message: "Maximum number of active announcement threads reached"}
)

// FormError turns an [SchemaFlaws] into the one that Discord answers.
func FormError(err error) error {
	var found SchemaFlaws
	switch {
	case errors.Is(err, ErrNotJSON):
		return ErrBadJSON
	case errors.As(err, &found):
		var bad Flaws
		for _, f := range found {
			bad.Put(f.Path, f.Code, f.Text)
		}
		return bad.Err()
	}
	return err
}

// FormFlaw returns err if it is about the form of a request, or says that the sandbox does not
// know the request; else nil.
func FormFlaw(err error) *Error {
	var bad *Error
	if errors.As(err, &bad) && (bad.Code == codeInvalid || bad.Code == codeUnsupported || bad == ErrBadJSON) {
		return bad
	}
	return nil
}

// InFull words an error with all its flaws, each with its path.
func InFull(err error) string {
	var bad *Error
	if errors.As(err, &bad) {
		return bad.InFull()
	}
	return err.Error()
}

// InFull words the error with all its flaws, each with its path.
func (e *Error) InFull() string {
	lines := []string{e.Error()}
	listFlaws(&lines, "", e.Errors)
	return strings.Join(lines, "\n")
}

// listFlaws adds a line for each flaw below a path.
func listFlaws(lines *[]string, path string, node map[string]any) {
	for _, name := range slices.Sorted(maps.Keys(node)) {
		switch below := node[name].(type) {
		case map[string]any:
			listFlaws(lines, strings.TrimPrefix(path+"."+name, "."), below)
		case []flaw:
			for _, f := range below {
				*lines = append(*lines, fmt.Sprintf("%s: %s (%s)", path, f.Message, f.Code))
			}
		}
	}
}

// flaw is one thing that is wrong at a path.
type flaw struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Flaws gathers the flaws of a body, each at its path. A flaw of a whole hides the
// flaws of its parts.
type Flaws struct{ tree map[string]any }

// Add adds a flaw at a path such as "data.components.0.label"; "" is the whole body.
func (f *Flaws) Add(path, code, format string, args ...any) {
	var steps []string
	if path = strings.Trim(path, "."); path != "" {
		steps = strings.Split(path, ".")
	}
	f.Put(steps, code, fmt.Sprintf(format, args...))
}

// Put adds a flaw at a path of steps.
func (f *Flaws) Put(steps []string, code, text string) {
	if f.tree == nil {
		f.tree = map[string]any{}
	}
	at := f.tree
	for _, step := range steps {
		if at["_errors"] != nil {
			return
		}
		next, ok := at[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[step] = next
		}
		at = next
	}
	list, _ := at["_errors"].([]flaw)
	clear(at)
	at["_errors"] = append(list, flaw{code, text})
}

// Length adds a flaw for a text that is too short or too long.
func (f *Flaws) Length(path, text string, low, high int) {
	switch n := len([]rune(text)); {
	case low == 0 && n > high:
		f.Add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	case n < low || n > high:
		f.Add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// Err returns an error of code 50035 with all flaws, or nil if there are none.
func (f *Flaws) Err() error {
	if f.tree == nil {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Code: codeInvalid, Message: "Invalid Form Body", Errors: f.tree}
}

// maxEcho is how many characters of an input an error repeats.
const maxEcho = 80

// Clip shortens a text for an error.
func Clip(text string) string {
	if r := []rune(text); len(r) > maxEcho {
		return string(r[:maxEcho]) + "…"
	}
	return text
}
