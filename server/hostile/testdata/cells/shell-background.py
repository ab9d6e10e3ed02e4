# stops
!sleep 100000 & sleep 100000 & wait
