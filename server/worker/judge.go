package worker

import "gputour/engine/session"

// Judge opens an evaluator in a worker of its own, whose checks run in that very worker: what a grader needs, who has one
// submission to judge in one process. Nobody else's cell was ever in it, and it ends with Close.
func (p *Pool) Judge(spec string) (session.Evaluator, error) {
	r, err := p.alone(spec)
	if err != nil {
		return nil, err
	}
	return judge{r}, nil
}

type judge struct{ *Remote }

// Run implements session.Evaluator.
func (j judge) Run(run session.Run, out session.Output) session.Outcome {
	return j.Remote.run(run, out)
}

// Close implements session.Evaluator. The worker need not be asked.
func (j judge) Close() { j.worker.kill(causeClosed) }
