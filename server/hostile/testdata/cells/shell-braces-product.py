# says brace expansion
!echo {1..1000}{1..1000}{1..1000}
