package cudac

var headerOf = map[string]string{}
