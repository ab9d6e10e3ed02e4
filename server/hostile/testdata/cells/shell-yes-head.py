# says y
!yes | head -1
