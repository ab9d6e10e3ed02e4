# says cannot allocate memory
!x=$(yes)
