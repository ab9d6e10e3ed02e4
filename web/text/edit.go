package text

// This file has the texts of the controls that cells show, and of editing.

var _ = area(map[string]entry{
	"controls":      {"控件", "Controls"},
	"control.low":   {"下限", "lower end"},
	"control.high":  {"上限", "upper end"},
	"control.valid": {"有效", "Valid"},
	"stale.names":   {"{0} 在这之后被 {1} 改过", "{0} was changed by {1} since"},
	"stale.chain":   {"{0} 来自 {1}，而它已经过时", "{0} is from {1}, which is out of date"},
	"stale.run":     {"重新运行过时的 {0} 格", "Run the {0} out of date"},
	"cell.place":    {"第 {0} 格", "cell {0}"},
	"cmd.run-stale": {"运行过时的单元格", "Run the cells that are out of date"},
	"brief.unrun":   {"还没有运行", "not run yet"},
	"brief.more":    {"Shift + Tab 看全部说明", "Shift + Tab for all of it"},
	"control.gone":  {"这个控件属于以前的运行。重新运行它的单元格，就能再用。", "This control is of an earlier run. Run its cell again to use it."},
})
