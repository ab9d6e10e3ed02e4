package text

// This file has the texts of what is kept on the server: where a text is, another one from elsewhere, earlier ones.

var _ = area(map[string]entry{
	"save.kept":   {"已保存到服务器", "Kept on the server"},
	"save.here":   {"只在这个浏览器里", "Only in this browser"},
	"save.saved":  {"已保存在这个浏览器里", "Saved in this browser"},
	"save.saving": {"正在保存", "Saving"},
	"save.failed": {"没能保存", "Not saved"},
	"saved.there": {"已保存在这个浏览器里，正在送往服务器。", "Saved in this browser and on its way to the server."},

	"other.elsewhere": {"这一格也在别处改过（{0}）。两份都留着，现在用的是你这一份。", "This cell was also changed elsewhere ({0}). Both texts are kept; yours is in its place."},
	"other.tab":       {"这一格在另一个标签页里也在改。两份都留着，现在用的是你这一份。", "This cell is being changed in another tab, too. Both texts are kept; yours is in its place."},
	"other.look":      {"看另一份", "Look at the other"},
	"other.hide":      {"收起", "Hide it"},
	"other.take":      {"换成另一份", "Use the other"},
	"other.drop":      {"用我的", "Keep mine"},
	"other.text":      {"这一格的另一份代码", "The other text of this cell"},

	"cmd.history":      {"查看以前的版本", "Earlier versions of the cell"},
	"history":          {"以前的版本", "Earlier versions"},
	"history.lead":     {"服务器留着最近 20 次改动，更早的每分钟留一份。取回时，现在的内容也会留下。", "The server keeps the last 20 changes, and one a minute before. Taking one back keeps the present text, too."},
	"history.none":     {"还没有更早的版本。", "There is no earlier version yet."},
	"history.asking":   {"正在取……", "Asking the server …"},
	"history.take":     {"取回这一份", "Take this one back"},
	"history.more":     {"更早的", "Earlier ones"},
	"history.empty":    {"（空）", "(empty)"},
	"history.taken":    {"已取回以前的版本。", "The earlier version is back."},
	"history.lines":    {"{0} 行", "{0} lines"},
	"history.text":     {"选中的版本", "The chosen version"},
	"history.no-store": {"这个服务器不保存代码。", "This server keeps no texts."},
	"history.store":    {"服务器现在读不到已存的内容，请稍后再试。", "The server cannot read what it has kept just now: try again in a moment."},
	"history.busy":     {"服务器正忙，请稍候再试。", "The server is busy: try again in a moment."},
	"history.offline":  {"没有连接，现在看不了以前的版本。", "Without a connection earlier versions cannot be seen."},
	"refused.no-store": {"这个服务器不保存代码。", "This server keeps no texts."},
	"refused.store":    {"服务器现在写不了盘，内容暂时只在这个浏览器里。", "The server cannot write just now: your text is only in this browser for the time being."},
	"refused.quota":    {"这一课里保存的格子太多了：删掉一些自己加的。", "There are too many texts in this lesson: delete some cells of your own."},
})
