# says nesting level
!f() { f; }; f
