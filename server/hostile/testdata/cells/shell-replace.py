# says cannot allocate memory
!x=aaaaaaaa; while true; do x=${x//a/$x}; done
