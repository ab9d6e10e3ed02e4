# stops
!sleep 100000
