# stops
!seq 100000000000 > /dev/null
