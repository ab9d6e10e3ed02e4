package numpy

import (
	"errors"
	"fmt"
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// linAlgError is numpy.linalg.LinAlgError, axisError numpy.AxisError.
var (
	linAlgError = object.NewBuiltin("numpy.linalg.LinAlgError")
	axisError   = object.NewBuiltin("numpy.AxisError")
)

func init() {
	linAlgError.Define(object.Spec{Doc: "Raised when linear algebra has no answer.", Bases: []*object.Class{object.ExceptionClass}})
	axisError.Define(object.Spec{Doc: "Axis supplied was invalid.", Bases: []*object.Class{object.ValueError, object.IndexError}})
}

// errBroadcast says that shapes do not fit; the caller knows which words it takes.
var errBroadcast = errors.New("shapes do not broadcast")

var kinds = map[tensor.Kind]*object.Class{
	tensor.RuntimeError: object.RuntimeError, tensor.IndexError: object.IndexError,
	tensor.ValueError: object.ValueError, tensor.TypeError: object.TypeError,
	tensor.NotImplementedError: object.NotImplementedError,
	tensor.OutOfMemoryError:    object.MemoryError, tensor.LinAlgError: linAlgError,
}

// fail turns an error of the tensor library into a Python exception.
func fail(err error) error {
	var te *tensor.Error
	if errors.As(err, &te) {
		return object.Raise(kinds[te.Kind], "%s", te.Text)
	}
	var python *object.Exception
	var stopped *object.Stopped
	if err == nil || errors.As(err, &python) || errors.As(err, &stopped) {
		return err
	}
	var de *device.Error
	if errors.As(err, &de) && de.Code == device.OutOfMemory {
		return object.Raise(object.MemoryError, "Unable to allocate %.3g GiB", float64(de.Bytes)/(1<<30))
	}
	return object.Raise(object.ValueError, "%s", err.Error())
}

// shapeText writes a shape as NumPy's messages do: (2,3), (4,), ().
func shapeText(shape []int) string {
	var text []string
	for _, n := range shape {
		switch {
		case n >= 0:
			text = append(text, fmt.Sprint(n))
		case len(text) > 0: // an unknown dimension; NumPy leaves out leading ones
			text = append(text, "newaxis")
		}
	}
	if len(shape) == 1 {
		return "(" + strings.Join(text, "") + ",)"
	}
	return "(" + strings.Join(text, ",") + ")"
}

func shapeTexts(list []*Array) string {
	var b strings.Builder
	for _, a := range list {
		b.WriteString(shapeText(a.shape) + " ")
	}
	return b.String()
}

func typeError(format string, args ...any) error {
	return object.Raise(object.TypeError, format, args...)
}

func valueError(format string, args ...any) error {
	return object.Raise(object.ValueError, format, args...)
}

// axisIn checks an axis and makes it positive.
func axisIn(axis, ndim int) (int, error) {
	if axis < -ndim || axis >= ndim {
		return 0, object.Raise(axisError, "axis %d is out of bounds for array of dimension %d", axis, ndim)
	}
	if axis < 0 {
		axis += ndim
	}
	return axis, nil
}
