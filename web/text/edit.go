package text

// This file has the texts of the controls that cells show, and of editing.

var _ = area(map[string]entry{
	"controls":      {"控件", "Controls"},
	"control.low":   {"下限", "lower end"},
	"control.high":  {"上限", "upper end"},
	"control.valid": {"有效", "Valid"},
	"brief.unrun":   {"还没有运行", "not run yet"},
	"brief.more":    {"Shift + Tab 看全部说明", "Shift + Tab for all of it"},
	"control.gone":  {"这个控件属于以前的运行。重新运行它的单元格，就能再用。", "This control is of an earlier run. Run its cell again to use it."},
})
