# says process substitution
!i=0; while [ $i -lt 10500 ]; do : <(echo hi); i=$((i+1)); done
