/**
 * What an app's convex.config.ts imports from a component is its definition, which knows neither where it lies nor its
 * own name; `app.use` asks for both. The bundler adds them, as the official one does.
 */

import path from "node:path";
import type { Plugin } from "esbuild";

const CONFIG = /(^|[/\\])convex\.config(\.[cm]?[jt]s)?$/;
const NAMESPACE = "component-definition";

/** Adds `componentDefinitionPath` and `defaultName` to imported definitions, and notes their folders in `found`. */
export function componentDefinitions(convexDir: string, found: Map<string, string>): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      build.onResolve(
        { filter: CONFIG },
        async ({ path: wanted, kind, namespace, resolveDir, importer, pluginData }) => {
          if (kind === "entry-point" || namespace === NAMESPACE || pluginData === NAMESPACE) return undefined;
          const resolved = await build.resolve(wanted, { kind, resolveDir, importer, pluginData: NAMESPACE });
          return resolved.errors.length > 0
            ? { errors: resolved.errors }
            : { path: resolved.path, namespace: NAMESPACE };
        },
      );
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path: file }) => {
        const folder = path.dirname(file);
        const definitionPath = path.relative(convexDir, folder).split(path.sep).join("/");
        found.set(definitionPath, folder);
        const named = `Object.assign(definition, { componentDefinitionPath: ${JSON.stringify(definitionPath)}, defaultName: definition._name })`;
        return {
          contents: `import definition from ${JSON.stringify(file)};\nexport default ${named};\n`,
          resolveDir: folder,
        };
      });
    },
  };
}
