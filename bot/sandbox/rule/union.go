package rule

import (
	"cmp"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// discriminator is the field in which the branches of Discord's unions differ.
const discriminator = "type"

// miss gathers the reasons why branches of a union cannot have been meant.
type miss struct {
	types   []any    // the branch wants one of these in its field "type"
	untyped bool     // the branch wants a field "type", and the value has none
	values  []any    // the branch is one of these values
	shapes  []string // the branch is of one of these JSON types
	got     string   // the JSON type of the value
}

// tellUnion adds the flaws of a value that fits no branch of a union: those of the
// branch that was meant, or one that says that there is no such branch.
func tellUnion(f *Flaws, root []string, e *jsonschema.ValidationError) {
	var all miss
	var meant []*jsonschema.ValidationError
	for _, branch := range e.Causes {
		if !all.add(branch, e.InstanceLocation) {
			meant = append(meant, branch)
		}
	}
	at := slices.Concat(root, e.InstanceLocation)
	switch {
	case len(meant) > 0:
		tellOne(f, root, slices.MaxFunc(meant, compareFit))
	case all.types != nil && !all.untyped:
		f.Put(append(at, discriminator), "UNION_TYPE_CHOICES", `Value of field "type" must be one of `+oneOf(all.types)+".")
	case all.untyped:
		f.Put(append(at, discriminator), "BASE_TYPE_REQUIRED", "This field is required")
	case all.values != nil:
		code, text := choiceFlaw(all.values)
		f.Put(at, code, text)
	default:
		code, text := typeFlaw(all.got, all.shapes)
		f.Put(at, code, text)
	}
}

// add reads the flaws of a branch. It reports whether the branch cannot have been
// meant because its type, its value or its shape is another.
func (m *miss) add(branch *jsonschema.ValidationError, at []string) bool {
	missed := false
	for _, leaf := range leaves(branch) {
		here := len(leaf.InstanceLocation) == len(at)
		typed := len(leaf.InstanceLocation) == len(at)+1 && leaf.InstanceLocation[len(at)] == discriminator
		switch k := leaf.ErrorKind.(type) {
		case *kind.Required:
			missed = missed || here && slices.Contains(k.Missing, discriminator)
			m.untyped = m.untyped || here && slices.Contains(k.Missing, discriminator)
		case *kind.Enum:
			missed = m.choose(k.Want, here, typed) || missed
		case *kind.Const:
			missed = m.choose([]any{k.Want}, here, typed) || missed
		case *kind.Type:
			if here {
				m.got, m.shapes, missed = k.Got, append(m.shapes, k.Want...), true
			}
		}
	}
	return missed
}

// choose keeps the values that a branch wants for itself or for its "type".
func (m *miss) choose(want []any, here, typed bool) bool {
	switch {
	case here:
		m.values = append(m.values, want...)
	case typed:
		m.types = append(m.types, want...)
	}
	return here || typed
}

// leaves returns the innermost causes of a flaw.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, c := range e.Causes {
		all = append(all, leaves(c)...)
	}
	return all
}

// compareFit compares how well a value fits two branches. A flaw that lies deeper
// fits better, then a smaller number of flaws.
func compareFit(x, y *jsonschema.ValidationError) int {
	depthX, countX := extent(x)
	depthY, countY := extent(y)
	return cmp.Or(depthX-depthY, countY-countX)
}

// extent returns the depth of the deepest flaw and the number of flaws. A missing
// field counts with the depth of the object that lacks it.
func extent(e *jsonschema.ValidationError) (depth, count int) {
	for _, leaf := range leaves(e) {
		depth = max(depth, len(leaf.InstanceLocation))
		count++
		if k, ok := leaf.ErrorKind.(*kind.Required); ok {
			count += len(k.Missing) - 1
		}
	}
	return depth, count
}
