package lti

import (
	"strings"

	"gputour/server/auth"
)

// membership is the beginning of the roles in a course (Core appendix A.2.3). Roles in the institution or the system say
// nothing of the course: somebody who teaches elsewhere may learn here.
const membership = "http://purl.imsglobal.org/vocab/lis/v2/membership"

// roles are ours for those of a course, "#Principal" or "/Principal#Sub"; what comes first holds where somebody has several. An assistant is
// also sent as an instructor, so the finer role stands before. Who only looks on has none of ours. An owner nobody becomes from outside.
var roles = []struct {
	theirs string
	ours   auth.Role
}{
	{"/Instructor#TeachingAssistant", auth.Assistant},
	{"/Instructor#TeachingAssistantGroup", auth.Assistant},
	{"/Instructor#TeachingAssistantOffering", auth.Assistant},
	{"/Instructor#TeachingAssistantSection", auth.Assistant},
	{"/Instructor#TeachingAssistantSectionAssociation", auth.Assistant},
	{"/Instructor#TeachingAssistantTemplate", auth.Assistant},
	{"/Instructor#Grader", auth.Assistant},
	{"/Instructor#GuestInstructor", auth.Assistant},
	{"#Instructor", auth.Instructor},
	{"#Administrator", auth.Instructor},
	{"#ContentDeveloper", auth.Assistant},
	{"#Manager", auth.Assistant},
	{"/Learner#NonCreditLearner", auth.Student},
	{"/Learner#GuestLearner", auth.Student},
	{"#Learner", auth.Student},
	{"#Mentor", auth.Nobody},
	{"#Officer", auth.Nobody},
}

// RoleOf is our role for somebody with some of theirs. Without a role in the course that we know one learns; only who is
// in it to look on gets none.
func RoleOf(theirs []string) auth.Role {
	has := map[string]bool{}
	for _, r := range theirs {
		if short, ok := strings.CutPrefix(r, membership); ok {
			has[short] = true
		} else if !strings.Contains(r, ":") {
			has["#"+r] = true // the short form (Core appendix A.2.3.1)
		}
	}
	for _, r := range roles {
		if has[r.theirs] {
			return r.ours
		}
	}
	return auth.Student
}
