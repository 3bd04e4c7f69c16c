// Command pulumi-language-go, -python or -nodejs, by the name under which it is started: as much of Pulumi's language hosts
// as the tools and tests of this project need, made from the code generators of the CLI. The hosts themselves come only with
// the official download of the CLI. All three write SDKs and programs; the one for Go also runs programs.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	"github.com/pulumi/pulumi/sdk/v3/go/common/version"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

type files = map[string][]byte

// A language is what the generators of one language do.
type language struct {
	sdk     func(*schema.Package, *pulumirpc.GeneratePackageRequest, schema.ReferenceLoader) (files, error)
	program func(*pcl.Program) (files, hcl.Diagnostics, error)
}

const tool = "pulumi"

var languages = map[string]language{
	"go": {
		sdk: func(pkg *schema.Package, req *pulumirpc.GeneratePackageRequest, _ schema.ReferenceLoader) (files, error) {
			return golang.GeneratePackage(tool, pkg, req.LocalDependencies)
		},
		program: golang.GenerateProgram,
	},
	"python": {
		sdk: func(pkg *schema.Package, req *pulumirpc.GeneratePackageRequest, loader schema.ReferenceLoader) (files, error) {
			return python.GeneratePackage(tool, pkg, req.ExtraFiles, loader)
		},
		program: python.GenerateProgram,
	},
	"nodejs": {
		sdk: func(pkg *schema.Package, req *pulumirpc.GeneratePackageRequest, loader schema.ReferenceLoader) (files, error) {
			return nodejs.GeneratePackage(tool, pkg, req.ExtraFiles, req.LocalDependencies, req.Local, loader)
		},
		program: nodejs.GenerateProgram,
	},
}

type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	language
	name   string
	engine string
}

// GeneratePackage writes the SDK of a schema into a folder.
func (h *host) GeneratePackage(
	_ context.Context, req *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	loader, err := schema.NewLoaderClient(req.LoaderTarget)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(req.Schema), &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, loader, schema.ValidationOptions{AllowDanglingReferences: true})
	if err != nil {
		return nil, err
	}
	answer := &pulumirpc.GeneratePackageResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return answer, nil
	}
	made, err := h.sdk(pkg, req, schema.NewCachedLoader(loader))
	if err != nil {
		return nil, err
	}
	for name, text := range made {
		path := filepath.Join(req.Directory, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, text, 0o644)); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// GenerateProgram turns a program in Pulumi's own configuration language into one in this language.
func (h *host) GenerateProgram(
	_ context.Context, req *pulumirpc.GenerateProgramRequest,
) (*pulumirpc.GenerateProgramResponse, error) {
	loader, err := schema.NewLoaderClient(req.LoaderTarget)
	if err != nil {
		return nil, err
	}
	parser := syntax.NewParser()
	for name, text := range req.Source {
		if err := parser.ParseFile(strings.NewReader(text), name); err != nil {
			return nil, err
		}
	}
	var options []pcl.BindOption
	if !req.Strict {
		options = pcl.NonStrictBindOptions()
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, schema.NewCachedLoader(loader), options...)
	if err != nil {
		return nil, err
	}
	var made files
	if program != nil && !diagnostics.HasErrors() {
		var more hcl.Diagnostics
		if made, more, err = h.program(program); err != nil {
			return nil, err
		}
		diagnostics = append(diagnostics, more...)
	}
	return &pulumirpc.GenerateProgramResponse{
		Source: made, Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics),
	}, nil
}

// Run runs a program in Go.
func (h *host) Run(ctx context.Context, req *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	if h.name != "go" {
		return h.UnimplementedLanguageRuntimeServer.Run(ctx, req)
	}
	config, err := json.Marshal(req.Config)
	if err != nil {
		return nil, err
	}
	secrets, err := json.Marshal(req.ConfigSecretKeys)
	if err != nil {
		return nil, err
	}
	program := exec.CommandContext(ctx, "go", "run", ".")
	program.Dir = req.Info.ProgramDirectory
	program.Env = append(os.Environ(),
		"PULUMI_ORGANIZATION="+req.Organization,
		"PULUMI_PROJECT="+req.Project,
		"PULUMI_STACK="+req.Stack,
		"PULUMI_CONFIG="+string(config),
		"PULUMI_CONFIG_SECRET_KEYS="+string(secrets),
		"PULUMI_DRY_RUN="+strconv.FormatBool(req.DryRun),
		"PULUMI_PARALLEL="+strconv.Itoa(int(req.Parallel)),
		"PULUMI_MONITOR="+req.MonitorAddress,
		"PULUMI_ENGINE="+h.engine,
	)
	program.Stdout, program.Stderr = os.Stdout, os.Stderr
	if err := program.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			// The program has told the engine by itself what was wrong, or has printed it.
			return &pulumirpc.RunResponse{Bail: exit.ExitCode() == 32, Error: bailed(exit)}, nil
		}
		return nil, err
	}
	return &pulumirpc.RunResponse{}, nil
}

func bailed(exit *exec.ExitError) string {
	if exit.ExitCode() == 32 {
		return ""
	}
	return fmt.Sprintf("the program ended with %d", exit.ExitCode())
}

// RunPlugin runs a plugin whose folder says `runtime: nodejs`, until it ends or the engine needs it no more.
func (h *host) RunPlugin(req *pulumirpc.RunPluginRequest, stream pulumirpc.LanguageRuntime_RunPluginServer) error {
	if h.name != "nodejs" {
		return h.UnimplementedLanguageRuntimeServer.RunPlugin(req, stream)
	}
	// The package of Pulumi that the plugin uses has the program with which each host of this language starts one.
	const find = `console.log(require.resolve("@pulumi/pulumi/cmd/run-plugin", { paths: [process.argv[1]] }))`
	folder := req.Info.ProgramDirectory
	found, err := exec.CommandContext(stream.Context(), "node", "-e", find, folder).Output()
	if err != nil {
		return fmt.Errorf("@pulumi/pulumi is not installed where %s finds it: %w", folder, err)
	}
	args := append([]string{strings.TrimSpace(string(found)), folder}, req.Args...)
	program := exec.CommandContext(stream.Context(), "node", args...)
	program.Dir, program.Env = req.Pwd, req.Env
	program.Stdout = sender(func(text []byte) error {
		return stream.Send(&pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Stdout{Stdout: text}})
	})
	program.Stderr = os.Stderr
	err = program.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	code := int32(program.ProcessState.ExitCode())
	return stream.Send(&pulumirpc.RunPluginResponse{Output: &pulumirpc.RunPluginResponse_Exitcode{Exitcode: code}})
}

// InstallDependencies installs what the package.json of a plugin or program in Node names.
func (h *host) InstallDependencies(
	req *pulumirpc.InstallDependenciesRequest, stream pulumirpc.LanguageRuntime_InstallDependenciesServer,
) error {
	if h.name != "nodejs" {
		return h.UnimplementedLanguageRuntimeServer.InstallDependencies(req, stream)
	}
	program := exec.CommandContext(stream.Context(), "npm", "install", "--loglevel=error")
	program.Dir = req.Info.ProgramDirectory
	// What the tests load into each Node does not suit npm.
	program.Env = append(os.Environ(), "NODE_OPTIONS=")
	program.Stdout = sender(func(text []byte) error {
		return stream.Send(&pulumirpc.InstallDependenciesResponse{Stdout: text})
	})
	program.Stderr = os.Stderr
	return program.Run()
}

// A sender gives each piece of an output away as it comes.
type sender func([]byte) error

func (send sender) Write(text []byte) (int, error) { return len(text), send(text) }

// GetPluginInfo says the version of the generators.
func (h *host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: version.Version}, nil
}

// GetRequiredPackages names none: the CLI finds the plugins of the tests on PATH or in Pulumi.yaml.
func (h *host) GetRequiredPackages(
	context.Context, *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	return &pulumirpc.GetRequiredPackagesResponse{}, nil
}

func main() {
	name := strings.TrimPrefix(filepath.Base(os.Args[0]), "pulumi-language-")
	found, ok := languages[name]
	if !ok {
		fmt.Fprintf(os.Stderr, "no language has the name %s\n", name)
		os.Exit(1)
	}
	cancel := make(chan bool)
	served, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: cancel,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, &host{language: found, name: name, engine: os.Args[len(os.Args)-1]})
			return nil
		},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(served.Port)
	if err := <-served.Done; err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
