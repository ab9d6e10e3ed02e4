package text

// This file has the texts of the controls that cells show, and of editing.

var _ = area(map[string]entry{
	"controls":         {"控件", "Controls"},
	"control.low":      {"下限", "lower end"},
	"control.high":     {"上限", "upper end"},
	"control.valid":    {"有效", "Valid"},
	"picked":           {"选中了 {0} 格", "{0} cells are selected"},
	"picked.none":      {"取消", "Only one"},
	"cells.deleted":    {"删除了 {0} 格", "{0} cells are deleted"},
	"cmd.extend-up":    {"连上一格一起选", "Select the cell above, too"},
	"cmd.extend-down":  {"连下一格一起选", "Select the cell below, too"},
	"cmd.pick-all":     {"选中所有单元格", "Select all cells"},
	"outline":          {"大纲", "Outline"},
	"outline.hint":     {"去哪一节、哪一格？", "Which section, which cell?"},
	"outline.predict":  {"猜一猜", "guess"},
	"outline.exercise": {"练习", "exercise"},
	"outline.kernel":   {"核函数练习", "kernel exercise"},
	"outline.quiz":     {"选择题", "quiz"},
	"outline.stale":    {"过时", "out of date"},
	"outline.done":     {"完成", "done"},
	"cmd.outline":      {"这一课的大纲", "Outline of the lesson"},
	"stale.names":      {"{0} 在这之后被 {1} 改过", "{0} was changed by {1} since"},
	"stale.chain":      {"{0} 来自 {1}，而它已经过时", "{0} is from {1}, which is out of date"},
	"stale.run":        {"重新运行过时的 {0} 格", "Run the {0} out of date"},
	"cell.place":       {"第 {0} 格", "cell {0}"},
	"cmd.run-stale":    {"运行过时的单元格", "Run the cells that are out of date"},
	"brief.unrun":      {"还没有运行", "not run yet"},
	"brief.more":       {"Shift + Tab 看全部说明", "Shift + Tab for all of it"},
	"control.gone":     {"这个控件属于以前的运行。重新运行它的单元格，就能再用。", "This control is of an earlier run. Run its cell again to use it."},
})
