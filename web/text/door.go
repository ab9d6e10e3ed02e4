//go:build !js

package text

// This file has the texts of a class's door, which the server alone shows: the client does without them.

func init() { join(door) }

var door = map[string]entry{
	// The frame of a class's pages.
	"nav":          {"课堂", "Class"},
	"nav.lessons":  {"课程", "Lessons"},
	"nav.roster":   {"名单", "Roster"},
	"nav.settings": {"设置", "Settings"},
	"nav.audit":    {"记录", "Log"},

	"role.":           {"等待中", "waiting"},
	"role.student":    {"学生", "Student"},
	"role.assistant":  {"助教", "Assistant"},
	"role.instructor": {"教师", "Instructor"},
	"role.owner":      {"负责人", "Owner"},
	"signout":         {"退出登录", "Sign out"},
}
