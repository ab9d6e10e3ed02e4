//go:build !js

package text

// This file has the texts of a class's door, which the server alone shows: the client does without them.

var _ = area(map[string]entry{
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

	// Coming in.
	"join.title":      {"加入课堂", "Join the class"},
	"join.code":       {"加入码", "Join code"},
	"join.code.help":  {"黑板上的几个字符，不分大小写。", "The letters on the board; capitals or not makes no difference."},
	"join.right":      {"加入码正确", "The code is right"},
	"join.name":       {"你的名字", "Your name"},
	"join.number":     {"学号", "Your number at school"},
	"join.pick":       {"或者在名单里选自己", "Or pick yourself from the list"},
	"join.taken":      {"已经来了", "has come"},
	"join.nolist":     {"老师还没有导入名单。", "The list of the class is still empty: tell your teacher."},
	"join.enter":      {"进入", "Come in"},
	"join.next":       {"下一步", "Next"},
	"join.nopassword": {"不需要密码：这个浏览器会记住你。换电脑时，请老师给你一个一次性代码。", "There is no password: this browser remembers you. For another computer, ask your teacher for a code of your own."},
	"join.back":       {"我有一次性代码", "I have a code of my own"},
	"join.staff":      {"教师和助教用密码登录", "Teachers sign in with a password"},
	"join.oidc":       {"这个课堂用学校的账号登录。", "This class is joined with an account of your school."},
	"join.provider":   {"用 {0} 登录", "Sign in with {0}"},
	"rejoin.title":    {"回到课堂", "Come back"},
	"rejoin.text":     {"老师给你的一次性代码，只能用一次，一天内有效。", "The code that your teacher gave you. It works once, within a day."},
	"rejoin.code":     {"一次性代码", "Your code"},
	"login.title":     {"登录", "Sign in"},
	"login.text":      {"这里给设置了密码的教师和助教用。没有密码的话，用程序打印的一次性地址，或者请另一位教师给你一个一次性代码。", "For teachers and assistants who have set a password. Without one, use the address that the program prints, or ask another teacher for a code."},
	"login.name":      {"名字或邮箱", "Name or email"},
	"login.password":  {"密码", "Password"},
	"login.enter":     {"登录", "Sign in"},
	"waiting.text":    {"老师看到你了。放你进来以后，这个页面会自己继续。", "Your teacher sees you. When you are let in, this page goes on by itself."},
	"waiting.leave":   {"不等了", "Leave"},

	// What the door says no with.
	"door.waiting":        {"请稍等", "One moment"},
	"door.role":           {"这个页面不是给你的角色看的。", "This page is for other roles than yours."},
	"door.closed":         {"课堂已经关闭。", "The class is closed."},
	"door.locked":         {"课堂现在不接受新的人。请告诉老师。", "The class takes nobody new at the moment: tell your teacher."},
	"door.wrong-code":     {"这不是这个课堂的加入码。它可能换过了：看看黑板。", "This is not the code of the class. It may have changed: look at the board."},
	"door.short-code":     {"加入码要有 4 到 32 个字母或数字。", "A code has 4 to 32 letters or digits."},
	"door.name-taken":     {"课堂里已经有人用这个名字。如果就是你，请老师给你一个一次性代码；如果不是，在名字后面加点什么。", "Somebody of that name is in the class already. If that is you, ask your teacher for a code of your own; if not, add something to your name."},
	"door.nobody":         {"名单里没有这个人。", "There is nobody like that on the list."},
	"door.claimed":        {"有人已经用这个名字进来了。如果不是你，请告诉老师：老师会给你一个一次性代码。", "Another browser has come in as this person. If that was not you, tell your teacher, who can give you a code of your own."},
	"door.slow":           {"试错太多次了：等一分钟再试。", "Too many wrong tries: wait a minute."},
	"door.ticket":         {"这个代码或地址已经用过，或者过期了。请再要一个。", "This code or address was used already, or its time is over. Ask for another one."},
	"door.rank":           {"只有角色更高的人才能做这件事。", "Only somebody with a higher role may do that."},
	"door.last":           {"课堂至少要有一位负责人。", "A class needs an owner."},
	"door.password":       {"名字或密码不对。", "The name or the password is wrong."},
	"door.way":            {"这个课堂不是这样加入的。", "One does not come into this class that way."},
	"door.no-name":        {"名字里要有一个字。", "A name needs a letter."},
	"door.long-name":      {"名字太长了：最多 64 个字节，大约 21 个汉字。", "The name is too long: 64 bytes at most."},
	"door.bad-name":       {"名字里有看不见的字符。", "The name has signs that nobody can see."},
	"door.short-password": {"密码至少要有 10 个字节。", "A password needs 10 bytes."},

	// How well things are kept apart.
	"tls.plain": {"连接没有加密：同一网络里的人可能看到你写的内容。不要输入别处用的密码或私人资料。", "The connection is not encrypted: anyone on this network can read along. Type no password that you use elsewhere, and nothing private."},
})
