# says cannot allocate memory
!x=a; while true; do x=$x$x; done
