package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"parlour/bot/sandbox/openapi"
)

// apiError is an error in the form in which Discord answers it.
type apiError struct {
	status  int            `json:"-"`
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Errors  map[string]any `json:"errors,omitempty"`

	// Of a 429 only.
	RetryAfter float64 `json:"retry_after,omitempty"` // in seconds
	Global     *bool   `json:"global,omitempty"`
}

func (e *apiError) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// codeInvalid is the code for a body with flaws in its form.
const codeInvalid = 50035

// The errors with which the API refuses a request.
var (
	errUnauthorized   = &apiError{status: 401, Message: "401: Unauthorized"}
	errInternal       = &apiError{status: 500, Message: "500: Internal Server Error"}
	errWebPage        = &apiError{status: 403, Message: "The API is not for web pages."}
	errNotFound       = &apiError{status: 404, Message: "404: Not Found"}
	errChannel        = &apiError{status: 404, Code: 10003, Message: "Unknown Channel"}
	errGuild          = &apiError{status: 404, Code: 10004, Message: "Unknown Guild"}
	errMember         = &apiError{status: 404, Code: 10007, Message: "Unknown Member"}
	errMessage        = &apiError{status: 404, Code: 10008, Message: "Unknown Message"}
	errUser           = &apiError{status: 404, Code: 10013, Message: "Unknown User"}
	errWebhook        = &apiError{status: 404, Code: 10015, Message: "Unknown Webhook"}
	errInteraction    = &apiError{status: 404, Code: 10062, Message: "Unknown interaction"}
	errCommand        = &apiError{status: 404, Code: 10063, Message: "Unknown application command"}
	errTooLarge       = &apiError{status: 413, Code: 40005, Message: "Request entity too large"}
	errCommandCount   = &apiError{status: 400, Code: 30032, Message: "Maximum number of application commands reached (100)"}
	errAnswered       = &apiError{status: 400, Code: 40060, Message: "Interaction has already been acknowledged."}
	errFollowUps      = &apiError{status: 400, Code: 40094, Message: "This interaction has hit the maximum number of follow up messages"}
	errAccess         = &apiError{status: 403, Code: 50001, Message: "Missing Access"}
	errNotAuthor      = &apiError{status: 403, Code: 50005, Message: "Cannot edit a message authored by another user"}
	errEmpty          = &apiError{status: 400, Code: 50006, Message: "Cannot send an empty message"}
	errClosedDM       = &apiError{status: 403, Code: 50007, Message: "Cannot send messages to this user"}
	errDMOfBot        = &apiError{status: 400, Code: 50007, Message: "Cannot send messages to this user"}
	errPermission     = &apiError{status: 403, Code: 50013, Message: "Missing Permissions"}
	errNotice         = &apiError{status: 403, Code: 50021, Message: "Cannot execute action on a system message"}
	errChannelType    = &apiError{status: 400, Code: 50024, Message: "Cannot execute action on this channel type"}
	errWebhookToken   = &apiError{status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	errArchived       = &apiError{status: 400, Code: 50083, Message: "Thread is archived"}
	errBadJSON        = &apiError{status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
	errNoMutualServer = &apiError{status: 403, Code: 50278, Message: "Cannot send messages to this user due to having no mutual guilds"}
	errThreadExists   = &apiError{status: 400, Code: 160004, Message: "A thread has already been created for this message"}
	errThreadLocked   = &apiError{status: 400, Code: 160005, Message: "Thread is locked"}
)

// formError turns an error of package openapi into the one that Discord answers.
func formError(err error) error {
	var found openapi.Flaws
	switch {
	case errors.Is(err, openapi.ErrNotJSON):
		return errBadJSON
	case errors.As(err, &found):
		var bad flaws
		for _, f := range found {
			bad.put(f.Path, f.Code, f.Text)
		}
		return bad.err()
	}
	return err
}

// formFlaw returns err if it is about the form of a request, or nil.
func formFlaw(err error) *apiError {
	var bad *apiError
	if errors.As(err, &bad) && (bad.Code == codeInvalid || bad == errBadJSON) {
		return bad
	}
	return nil
}

// inFull words an error with all its flaws, each with its path.
func inFull(err error) string {
	var bad *apiError
	if errors.As(err, &bad) {
		return bad.inFull()
	}
	return err.Error()
}

func (e *apiError) inFull() string {
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

// flaws gathers the flaws of a body, each at its path. A flaw of a whole hides the
// flaws of its parts.
type flaws struct{ tree map[string]any }

// add adds a flaw at a path such as "data.components.0.label"; "" is the whole body.
func (f *flaws) add(path, code, format string, args ...any) {
	var steps []string
	if path = strings.Trim(path, "."); path != "" {
		steps = strings.Split(path, ".")
	}
	f.put(steps, code, fmt.Sprintf(format, args...))
}

// put adds a flaw at a path of steps.
func (f *flaws) put(steps []string, code, text string) {
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

// length adds a flaw for a text that is too short or too long.
func (f *flaws) length(path, text string, low, high int) {
	switch n := len([]rune(text)); {
	case low == 0 && n > high:
		f.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	case n < low || n > high:
		f.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// err returns an error of code 50035 with all flaws, or nil if there are none.
func (f *flaws) err() error {
	if f.tree == nil {
		return nil
	}
	return &apiError{status: http.StatusBadRequest, Code: codeInvalid, Message: "Invalid Form Body", Errors: f.tree}
}
