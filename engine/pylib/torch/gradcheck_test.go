package torch_test

import "testing"

// TestGradcheckRefuses has gradcheck say what it does not check.
func TestGradcheckRefuses(t *testing.T) {
	compare(t, run(t, "", `import torch
x = torch.ones(1, dtype=torch.double, requires_grad=True)
try:
    torch.autograd.gradcheck(lambda x: x * x, (x,), check_forward_ad=True, check_batched_forward_grad=True)
except NotImplementedError as e:
    print(e)
`), "gradcheck: check_batched_forward_grad is not part of this torch\n")
}
