/** From a functions folder to the modules that the engine takes. */

export { bundleConvex, bundleOptions, type ConvexBundle } from "./bundle.ts";
export { externalPackages, projectOf } from "./external-packages.ts";
export { type ConvexModule, listModules, listWiring } from "./functions-folder.ts";
