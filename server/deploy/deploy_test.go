// Package deploy has the files with which a class is run on servers, read by what will read them. It is a module of its own, so
// that the program does not require what only reads these files.
package deploy

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	apps "k8s.io/api/apps/v1"
	scaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	network "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// kinds are the types by which Kubernetes reads an object.
var kinds = map[string]func() any{
	"v1 ServiceAccount":                      func() any { return &core.ServiceAccount{} },
	"v1 Service":                             func() any { return &core.Service{} },
	"apps/v1 Deployment":                     func() any { return &apps.Deployment{} },
	"policy/v1 PodDisruptionBudget":          func() any { return &policy.PodDisruptionBudget{} },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return &scaling.HorizontalPodAutoscaler{} },
	"networking.k8s.io/v1 Ingress":           func() any { return &network.Ingress{} },
	"networking.k8s.io/v1 NetworkPolicy":     func() any { return &network.NetworkPolicy{} },
	"apps/v1 DaemonSet":                      func() any { return &apps.DaemonSet{} },
}

// objects are those of a manifest. A field that Kubernetes does not have is an error, as it is for its server.
func objects(t *testing.T, name string) (all []any) {
	t.Helper()
	for _, doc := range bytes.Split(read(t, name), []byte("\n---\n")) {
		var head struct{ APIVersion, Kind string }
		if err := yaml.Unmarshal(doc, &head); err != nil {
			t.Fatal(err)
		}
		make := kinds[head.APIVersion+" "+head.Kind]
		if make == nil {
			t.Fatalf("no type for %s %s", head.APIVersion, head.Kind)
		}
		object := make()
		if err := yaml.UnmarshalStrict(doc, object); err != nil {
			t.Errorf("%s: %v", head.Kind, err)
		}
		all = append(all, object)
	}
	return all
}

// find is the only object of a type.
func find[T any](t *testing.T, all []any) (one *T) {
	t.Helper()
	for _, object := range all {
		if o, ok := object.(*T); ok {
			if one != nil {
				t.Fatalf("two of %T", one)
			}
			one = o
		}
	}
	if one == nil {
		t.Fatalf("no %T", one)
	}
	return one
}

// TestKubernetes: the objects are what they should be, and mean each other.
func TestKubernetes(t *testing.T) {
	all := objects(t, "kubernetes.yaml")
	d := find[apps.Deployment](t, all)
	labels, pod := d.Spec.Template.Labels, d.Spec.Template.Spec
	c := pod.Containers[0]
	ports := map[string]bool{}
	for _, p := range c.Ports {
		ports[p.Name] = true
	}
	for what, probe := range map[string]*core.Probe{"startup": c.StartupProbe, "liveness": c.LivenessProbe, "readiness": c.ReadinessProbe} {
		if probe == nil || !ports[probe.HTTPGet.Port.StrVal] || !strings.HasSuffix(probe.HTTPGet.Path, "z") {
			t.Errorf("the %s probe asks nobody", what)
		}
	}
	if grace := *pod.TerminationGracePeriodSeconds - c.Lifecycle.PreStop.Sleep.Seconds; grace < 60 {
		t.Errorf("a node has %d s to hand its sessions over", grace)
	}
	selectors := map[string]map[string]string{"deployment": d.Spec.Selector.MatchLabels, "budget": find[policy.PodDisruptionBudget](t, all).Spec.Selector.MatchLabels}
	for _, object := range all {
		if s, ok := object.(*core.Service); ok {
			selectors[s.Name] = s.Spec.Selector
			for _, p := range s.Spec.Ports {
				if !ports[p.TargetPort.StrVal] {
					t.Errorf("service %s leads to the port %s, which there is not", s.Name, p.TargetPort.StrVal)
				}
			}
		}
	}
	for what, selector := range selectors {
		if len(selector) == 0 {
			t.Errorf("%s selects all", what)
		}
		for k, v := range selector {
			if labels[k] != v {
				t.Errorf("%s selects %s=%s, which no node has", what, k, v)
			}
		}
	}
	h := find[scaling.HorizontalPodAutoscaler](t, all)
	if target := h.Spec.ScaleTargetRef; target.Name != d.Name || target.Kind != d.Kind || d.Spec.Replicas != nil {
		t.Errorf("the autoscaler scales %s %s, which has %v replicas of its own", target.Kind, target.Name, d.Spec.Replicas)
	}
	mounts := map[string]bool{}
	for _, v := range pod.Volumes {
		mounts[v.Name] = true
	}
	for _, m := range c.VolumeMounts {
		if !mounts[m.Name] {
			t.Errorf("no volume %s", m.Name)
		}
	}
}

// TestKubernetesWorkers: machines for workers have the secret that they need and no other, nobody comes in, cells have time to end, and
// whoever has cards asks for them.
func TestKubernetesWorkers(t *testing.T) {
	for _, name := range []string{"kubernetes-workers.yaml", "kubernetes-gpus.yaml"} {
		all := objects(t, name)
		var template core.PodTemplateSpec
		var selector map[string]string
		cards := name == "kubernetes-gpus.yaml"
		if cards {
			d := find[apps.DaemonSet](t, all)
			template, selector = d.Spec.Template, d.Spec.Selector.MatchLabels
		} else {
			d := find[apps.Deployment](t, all)
			template, selector = d.Spec.Template, d.Spec.Selector.MatchLabels
			b := find[policy.PodDisruptionBudget](t, all)
			if n := b.Spec.MaxUnavailable; n == nil || n.IntValue() >= int(*d.Spec.Replicas) || !reflect.DeepEqual(b.Spec.Selector.MatchLabels, selector) {
				t.Errorf("%s: the budget lets all go, or is another's: %+v", name, b.Spec)
			}
		}
		closed := find[network.NetworkPolicy](t, all)
		if len(selector) == 0 || !reflect.DeepEqual(selector, template.Labels) || !reflect.DeepEqual(selector, closed.Spec.PodSelector.MatchLabels) {
			t.Errorf("%s: %v, %v and %v are to be the same", name, selector, template.Labels, closed.Spec.PodSelector.MatchLabels)
		}
		if len(closed.Spec.Ingress) > 0 || !slices.Equal(closed.Spec.PolicyTypes, []network.PolicyType{network.PolicyTypeIngress}) {
			t.Errorf("%s: somebody may come in", name)
		}
		pod, c := template.Spec, template.Spec.Containers[0]
		var drain time.Duration
		for _, arg := range c.Args {
			if text, ok := strings.CutPrefix(arg, "--drain="); ok {
				drain, _ = time.ParseDuration(text)
			}
		}
		if grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second; drain == 0 || grace < drain+20*time.Second || len(c.Ports) > 0 {
			t.Errorf("%s: %v for cells to end, and %v till it is killed; ports %v", name, drain, grace, c.Ports)
		}
		volumes := map[string]core.Volume{}
		for _, v := range pod.Volumes {
			volumes[v.Name] = v
		}
		for _, m := range c.VolumeMounts {
			if _, there := volumes[m.Name]; !there {
				t.Errorf("%s: no volume %s", name, m.Name)
			}
		}
		if secret := volumes["secrets"].Secret; len(secret.Items) != 1 || !slices.Contains(c.Args, "--cluster-file=/secrets/"+secret.Items[0].Path) {
			t.Errorf("%s: it has the secrets %v and reads %q", name, secret.Items, c.Args)
		}
		gpus := c.Resources.Limits["nvidia.com/gpu"]
		if asks := slices.Contains(c.Args, "--gpu-cards=cuda"); asks != cards || cards != (gpus.Value() > 0) {
			t.Errorf("%s: it gives cards out: %v, and has %v", name, asks, gpus.Value())
		}
	}
}

// TestCompose reads the compose file as docker compose does.
func TestCompose(t *testing.T) {
	project := func(names ...string) *types.Project {
		details := types.ConfigDetails{WorkingDir: "."}
		for _, name := range names {
			details.ConfigFiles = append(details.ConfigFiles, types.ConfigFile{Filename: name, Content: read(t, name)})
		}
		p, err := loader.LoadWithContext(context.Background(), details)
		if err != nil {
			t.Fatal(names, err)
		}
		return p
	}
	withCards, err := project("compose.yaml", "compose-gpus.yaml").GetService("worker")
	if err != nil || len(withCards.Deploy.Resources.Reservations.Devices) != 1 || !slices.Contains(withCards.Command, "--gpu-cards=cuda") || len(withCards.Secrets) != 1 {
		t.Errorf("workers with cards are %+v, %v", withCards, err)
	}
	p := project("compose.yaml")
	for name, s := range p.Services {
		for other := range s.DependsOn {
			if _, err := p.GetService(other); err != nil {
				t.Errorf("%s depends on %s", name, other)
			}
		}
		for _, secret := range s.Secrets {
			if _, ok := p.Secrets[secret.Source]; !ok {
				t.Errorf("%s: no secret %s", name, secret.Source)
			}
		}
	}
}

// TestUnits has systemd read its units, with a program that is there in place of the one that is to be installed.
func TestUnits(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip(err)
	}
	program, err := exec.LookPath("true")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gputour.service", "gputour-worker.service"} {
		path := filepath.Join(t.TempDir(), name)
		text := strings.ReplaceAll(string(read(t, name)), "/usr/bin/gputour ", program+" ")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("systemd-analyze", "verify", "--man=no", path).CombinedOutput()
		if err != nil || strings.Contains(string(out), path) || strings.Contains(string(out), name+":") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
