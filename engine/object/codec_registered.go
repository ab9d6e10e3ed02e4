package object

// This file asks module codecs, where the program has imported it, for the encodings and the
// error handlers that programs register.

// registered is what a function of module codecs gives for a name, if that is anything but None.
func registered(t *Thread, function, name string) (Value, bool, error) {
	module, ok := t.Session.Modules.GetStr("codecs")
	if !ok {
		return Value{}, false, nil
	}
	fn, ok, err := GetAttrOpt(t, module, function)
	if err != nil || !ok {
		return Value{}, false, err
	}
	v, err := Call(t, fn, NewStr(name))
	return v, err == nil && !v.IsNone(), err
}

// recode is what a registered codec's encode (which is 0) or decode (1) makes of v.
func recode(t *Thread, info Value, which int, v Value, errors string) (Value, error) {
	fn, err := GetItem(t, info, Int(int64(which)))
	if err != nil {
		return Value{}, err
	}
	result, err := Call(t, fn, v, NewStr(errors))
	if err != nil {
		return Value{}, err
	}
	pair, ok := result.Object().(*Tuple)
	if !ok || len(pair.Items) != 2 {
		return Value{}, Raise(TypeError, "%s must return a tuple (object, integer)", [...]string{"encoder", "decoder"}[which])
	}
	return pair.Items[0], nil
}

// encodeRegistered is Encode by a codec of the program's; unknown is the error where there is none.
func encodeRegistered(t *Thread, v Value, encoding, errors string, unknown error) ([]byte, error) {
	info, ok, err := registered(t, "_registered", encoding)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, unknown
	}
	out, err := recode(t, info, 0, v, errors)
	if err != nil {
		return nil, err
	}
	b, ok := out.Object().(*Bytes)
	if !ok {
		return nil, Raise(TypeError, "'%s' encoder returned '%s' instead of 'bytes'; use codecs.encode() to encode to arbitrary types", encoding, TypeName(out))
	}
	return b.B, nil
}

// decodeRegistered is Decode by a codec of the program's; unknown is the error where there is none.
func decodeRegistered(t *Thread, b []byte, encoding, errors string, unknown error) (Value, error) {
	info, ok, err := registered(t, "_registered", encoding)
	if err != nil {
		return Value{}, err
	}
	if !ok {
		return Value{}, unknown
	}
	out, err := recode(t, info, 1, NewBytes(b), errors)
	if err != nil {
		return Value{}, err
	}
	if _, ok := AsStr(out); !ok {
		return Value{}, Raise(TypeError, "'%s' decoder returned '%s' instead of 'str'; use codecs.decode() to decode to arbitrary types", encoding, TypeName(out))
	}
	return out, nil
}

// handleRegistered asks the handler called name what stands for the mistake e in n items, and
// where to go on.
func handleRegistered(t *Thread, name string, e *Exception, n int) (Value, int, error) {
	handler, ok, err := registered(t, "_registered_error", name)
	if err != nil {
		return Value{}, 0, err
	}
	if !ok {
		return Value{}, 0, Raise(LookupError, "unknown error handler name '%s'", name)
	}
	result, err := Call(t, handler, e.Value())
	if err != nil {
		return Value{}, 0, err
	}
	what, kinds := "encoding", "(str/bytes, int)"
	if UnicodeDecodeError.Is(e.Value()) {
		what, kinds = "decoding", "(str, int)"
	}
	pair, ok := result.Object().(*Tuple)
	if !ok || len(pair.Items) != 2 || !pair.Items[1].IsInt() {
		return Value{}, 0, Raise(TypeError, "%s error handler must return %s tuple", what, kinds)
	}
	at := int(pair.Items[1].SmallInt())
	if at < 0 {
		at += n
	}
	if at < 0 || at > n {
		return Value{}, 0, Raise(IndexError, "position %d from error handler out of bounds", at)
	}
	return pair.Items[0], at, nil
}

// RegisteredCodec returns the CodecInfo of an encoding that the program has registered.
func RegisteredCodec(t *Thread, encoding string) (Value, bool, error) {
	return registered(t, "_registered", encoding)
}

// KnownCodec is nil if there is an encoding of this name, or LookupError.
func KnownCodec(t *Thread, encoding string) error {
	_, err := findCodec(encoding)
	if err != nil {
		if _, ok, failed := RegisteredCodec(t, encoding); ok || failed != nil {
			return failed
		}
	}
	return err
}
