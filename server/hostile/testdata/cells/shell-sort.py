# says cannot allocate memory
!yes | sort
