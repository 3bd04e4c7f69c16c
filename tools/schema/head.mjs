/** What the schema says of the package, its configuration and its provider. */
import ts from "typescript";
import { describe } from "./docs.mjs";
import { shapeOf } from "./shapes.mjs";
import { commentOf, declarationOf } from "./source.mjs";
import { propertyOf } from "./types.mjs";

/** The name, the version and where the package comes from, as package.json says. */
export function headOf({ version, description, keywords, homepage, license, repository }) {
  const address = repository.url.replace(/^git\+|\.git$/g, "");
  const [, owner, project] = /^https:\/\/github\.com\/([^/]+)\/([^/]+)$/.exec(address) ?? [];
  return {
    name: "broker",
    displayName: "Broker",
    version,
    description,
    keywords,
    homepage,
    license,
    repository: address,
    publisher: owner,
    logoUrl: `https://raw.githubusercontent.com/${owner}/${project}/main/docs/logo.png`,
    // The archives of the plugin are attached to the releases of the repository.
    pluginDownloadURL: `github://api.github.com/${owner}/${project}`,
    language: {
      // The package of the dynamic resources has the name `pulumi-broker`.
      nodejs: { packageName: "@pulumi-broker/broker", respectSchemaVersion: true },
      python: { packageName: "pulumi_broker", pyproject: { enabled: true }, respectSchemaVersion: true },
      go: {
        importBasePath: `${address.replace(/^https:\/\//, "")}/sdk/go/broker`,
        generateResourceContainerTypes: true,
        respectSchemaVersion: true,
      },
      java: {
        basePackage: "io.github.pulumibroker",
        buildFiles: "gradle",
        dependencies: { "com.pulumi:pulumi": "1.16.0" },
      },
      csharp: { rootNamespace: "PulumiBroker", packageReferences: { Pulumi: "3.*" }, respectSchemaVersion: true },
    },
  };
}

/**
 * The configuration of a stack and the arguments of an explicit provider. Pulumi gives the stack's configuration to the
 * default provider alone: what an explicit one leaves out comes from the environment.
 */
export function configurationOf({ index, types, source }) {
  const scope = { file: index, params: new Map() };
  const shape = shapeOf({ node: ts.factory.createTypeReferenceNode("ProviderArgs"), scope });
  const properties = Object.fromEntries(
    types.fieldsWithTypes(shape, { owner: "Provider" }).map((field) => {
      const variable = source.variables[`broker:${field.name}`];
      const more = {
        ...(/\bSecret\./.test(field.description) && { secret: true }),
        ...(variable && { defaultInfo: { environment: [variable] } }),
      };
      return [field.name, propertyOf(field, more)];
    }),
  );
  const description = describe(commentOf(declarationOf("Provider", { file: index }).node));
  const inputProperties = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, { ...property, description: ofEnvironment(property) }]),
  );
  return { config: { variables: properties }, provider: { description, inputProperties } };
}

/** The description of an argument without the stack's configuration, which no explicit provider gets. */
const ofEnvironment = ({ description }) =>
  description.replace(/Default: `broker:\w+`(, then (`\w+`))?/, (_, __, variable) =>
    variable ? `Default: ${variable}` : "Default: none",
  );
