# stops
!yes
