# says cannot allocate memory
!echo x > a; while true; do cat a a > b; mv b a; done
