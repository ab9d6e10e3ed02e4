package vec

import "golang.org/x/sys/cpu"

func bestLevel() level {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasFMA || !x.HasBMI2:
		return levelGo
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL:
		return levelAVX512
	}
	return levelAVX2
}
