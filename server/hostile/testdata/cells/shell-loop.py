# stops
!while :; do :; done
