# stops
!while true; do echo x; done
