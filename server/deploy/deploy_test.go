// Package deploy has the files with which a class is run on servers, read by what will read them. It is a module of its own, so
// that the program does not require what only reads these files.
package deploy

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
}

// objects are those of the manifest. A field that Kubernetes does not have is an error, as it is for its server.
func objects(t *testing.T) (all []any) {
	t.Helper()
	for _, doc := range bytes.Split(read(t, "kubernetes.yaml"), []byte("\n---\n")) {
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
	all := objects(t)
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

// TestCompose reads the compose file as docker compose does.
func TestCompose(t *testing.T) {
	p, err := loader.LoadWithContext(context.Background(), types.ConfigDetails{
		WorkingDir: ".", ConfigFiles: []types.ConfigFile{{Filename: "compose.yaml", Content: read(t, "compose.yaml")}},
	})
	if err != nil {
		t.Fatal(err)
	}
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
