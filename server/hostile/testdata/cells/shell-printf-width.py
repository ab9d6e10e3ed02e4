# says cannot allocate memory
!printf '%999999999999s' x
