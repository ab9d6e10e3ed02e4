# says cannot allocate memory | stops
!i=0; while true; do i=$((i+1)); echo > f$i; done
