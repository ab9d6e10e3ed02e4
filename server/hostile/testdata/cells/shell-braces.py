# says brace expansion
!echo {1..100000000}
