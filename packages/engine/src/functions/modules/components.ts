/**
 * Components an app has installed (convex.config.ts): who they are, what they see of the environment, where they are
 * mounted.
 */
/** `convex/http.ts`'s default export, as far as the engine uses it. */
export interface HttpRouter {
  lookup(
    path: string,
    method: string,
  ): readonly [{ invokeHttpAction(request: Request): Promise<Response> }, string, string] | null;
}

/** Where a component's variable comes from: a text of the config, or a variable of whoever installed it. */
export type EnvSource = { readonly value: string } | { readonly variable: string };

/** One installed component. */
export interface Component {
  /** Names joined by a slash: `workflow/workpool`. */
  readonly path: string;
  /** Path of the component it was installed in; "" is the app. */
  readonly parent: string;
  /** Key of its modules. */
  readonly definitionPath: string;
  readonly env: Readonly<Record<string, EnvSource>>;
  /** Where its HTTP actions lie below the site, without a slash at the end; null when nowhere. */
  readonly mount: string | null;
}

/** A component's HTTP actions and where they begin. */
export interface HttpMount {
  readonly component: string;
  readonly prefix: string;
  /** Null when it has none: nothing answers below its prefix. */
  readonly router: HttpRouter | null;
}

type Child = [
  name: string,
  definition: Definition,
  env: Record<string, unknown> | null,
  httpPrefix: string | undefined,
];

/** What defineApp and defineComponent give, as far as the engine uses it. */
interface Definition {
  readonly _childComponents?: readonly Child[];
  readonly _httpPrefix?: string;
  readonly componentDefinitionPath?: string;
}

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** All components below a config's default export, parents before children. Throws when the config is none. */
export function installedComponents(config: Record<string, unknown> | undefined): Component[] {
  const app = config?.["default"];
  if (app === undefined) return [];
  if (typeof app !== "object" || app === null || !Array.isArray((app as Definition)._childComponents)) {
    throw new Error("convex.config: the default export must be made with defineApp()");
  }
  return childrenOf(app as Definition, "", appPrefix(config));
}

/** Where the app's own HTTP actions lie below the site, without a slash at the end. */
export function appPrefix(config: Record<string, unknown> | undefined): string {
  return ((config?.["default"] as Definition | undefined)?._httpPrefix ?? "").replace(/\/+$/, "");
}

function childrenOf(definition: Definition, parent: string, mount: string | null): Component[] {
  const seen = new Set<string>();
  return (definition._childComponents ?? []).flatMap(([name, child, env, httpPrefix]) => {
    if (!NAME.test(name)) throw new Error(`convex.config: "${name}" cannot be a component's name`);
    if (seen.has(name))
      throw new Error(`convex.config: component "${name}" is installed twice; give one of them another name`);
    seen.add(name);
    if (httpPrefix !== undefined && /^\/*$/.test(httpPrefix))
      throw new Error(
        `convex.config: component "${name}" cannot be mounted at "${httpPrefix}", where the routes of who installs it are`,
      );
    const path = parent === "" ? name : `${parent}/${name}`;
    const own = mount === null || httpPrefix === undefined ? null : `${mount}${httpPrefix.replace(/\/+$/, "")}`;
    const component = {
      path,
      parent,
      definitionPath: child.componentDefinitionPath ?? "",
      env: readEnv(path, env),
      mount: own,
    };
    return [component, ...childrenOf(child, path, own)];
  });
}

function readEnv(path: string, env: Record<string, unknown> | null): Record<string, EnvSource> {
  const sources: Record<string, EnvSource> = {};
  for (const [name, value] of Object.entries(env ?? {})) {
    const variable = (value as { __envVarRef?: unknown } | null)?.__envVarRef;
    if (typeof value === "string") sources[name] = { value };
    else if (typeof variable === "string") sources[name] = { variable };
    else
      throw new Error(
        `convex.config: env var "${name}" of component "${path}" must be a string or an env var reference`,
      );
  }
  return sources;
}

const EVERYWHERE = ["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"] as const;

/** A component's environment: what it was given, and where the deployment is. */
export function envOfComponent(
  components: ReadonlyMap<string, Component>,
  path: string,
  root: Readonly<Record<string, string>>,
): { readonly env: Readonly<Record<string, string>>; sourceOf(name: string): string } {
  const component = components.get(path);
  if (component === undefined) return { env: root, sourceOf: (name) => name };
  const parent = envOfComponent(components, component.parent, root);
  const env: Record<string, string> = {};
  for (const name of EVERYWHERE) if (root[name] !== undefined) env[name] = root[name];
  if (component.mount !== null && env["CONVEX_SITE_URL"] !== undefined) env["CONVEX_SITE_URL"] += component.mount;
  for (const [name, source] of Object.entries(component.env)) {
    const value = "value" in source ? source.value : parent.env[source.variable];
    if (value !== undefined) env[name] = value;
  }
  return {
    env,
    sourceOf(name) {
      const source = component.env[name];
      return source !== undefined && "variable" in source ? parent.sourceOf(source.variable) : name;
    },
  };
}

/** The key of a function in a deployment: its path, with its component in front. */
export function functionKey({ component, path }: { readonly component: string; readonly path: string }): string {
  return component === "" ? path : `${component}|${path}`;
}
