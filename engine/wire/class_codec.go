//go:build !client

package wire

// This file is the codec of the class's wire at the end that answers.

// New is New for the types of the class's wire.
func (classWire) New(typ string, body any) Message { return newMessage(classEvents, typ, body) }

// Decode is Decode for the types of the class's wire.
func (classWire) Decode(data []byte, from Direction) (Message, any, error) {
	if from == FromServer {
		return readEvent(classEvents, string(data))
	}
	return decodeRequest(classRequests, data)
}

// Requests are the types of the requests, for tables of who may send them.
func (classWire) Requests() (types []string) {
	for typ := range classRequests {
		types = append(types, typ)
	}
	return types
}

var classRequests = map[string]spec{
	Hello:     {body: func() request { return new(HelloBody) }, empty: true},
	Ack:       {body: func() request { return new(AckBody) }},
	Where:     {body: func() request { return new(WhereBody) }},
	RaiseHand: {body: func() request { return new(RaiseBody) }, rid: true},
	Vote:      {body: func() request { return new(VoteBody) }, rid: true},
	Allow:     {body: func() request { return new(AllowBody) }, rid: true},
	Present:   {body: func() request { return new(PresentBody) }, rid: true},
	Push:      {body: func() request { return new(PushBody) }, rid: true},
	OpenPoll:  {body: func() request { return new(OpenPollBody) }, rid: true},
	ClosePoll: {body: func() request { return new(ClosePollBody) }, rid: true},
	Lock:      {body: func() request { return new(LockBody) }, rid: true},
	TakeHand:  {body: func() request { return new(HandRefBody) }, rid: true},
	EndHand:   {body: func() request { return new(HandRefBody) }, rid: true},
	Admit:     {body: func() request { return new(MemberBody) }, rid: true},
	Remove:    {body: func() request { return new(MemberBody) }, rid: true},
	JoinCode:  {body: func() request { return new(CodeBody) }, rid: true},
	Observe:   {body: func() request { return new(ObserveBody) }},
}
