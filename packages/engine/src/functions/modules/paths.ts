/** Function names: what callers write, and the one canonical form `dir/module:export`. */

const PATH = /^[A-Za-z0-9_./-]+$/;

/** Brings `dir/mod.js:fn`, `dir/mod:fn` and `dir/mod` (default export) to `dir/mod:fn`. */
export function canonicalPath(written: string): string {
  const colon = written.lastIndexOf(":");
  const module = (colon < 0 ? written : written.slice(0, colon)).replace(/\.js$/, "").replace(/^\/+/, "");
  const exportName = colon < 0 ? "default" : written.slice(colon + 1);
  if (module === "" || exportName === "" || !PATH.test(module))
    throw new Error(`Invalid function path: ${JSON.stringify(written)}`);
  return `${module}:${exportName}`;
}

/** Begins the path of a function that is called as it is, which no module can have. */
export const INLINE = "inline ";

/** The name `getFunctionMetadata` reports: a default export is shown as just its module. */
export function displayName(path: string): string {
  if (path.startsWith(INLINE)) return INLINE.trimEnd();
  return path.endsWith(":default") ? path.slice(0, -":default".length) : path;
}

/** How messages about sizes name a function: `dir/mod.js:fn`. */
export function fileName(path: string): string {
  return path.startsWith(INLINE) ? INLINE.trimEnd() : storedName(path);
}

/** The name stored in `_scheduled_functions` rows: `dir/mod.js:fn`. */
export function storedName(path: string): string {
  const colon = path.lastIndexOf(":");
  return `${path.slice(0, colon)}.js${path.slice(colon)}`;
}
