# says No such file
!cat /etc/passwd; cat /proc/self/environ; ls /root
