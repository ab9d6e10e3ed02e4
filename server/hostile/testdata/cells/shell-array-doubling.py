# says cannot allocate memory
!a=(x); while true; do a+=("${a[@]}"); done
