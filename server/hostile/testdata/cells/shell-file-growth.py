# says cannot allocate memory
!yes > big
