/** The variables functions see. */

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,255}$/;
const MAX_VALUE_BYTES = 8 * 1024;
const MAX_VARIABLES = 512;

/** The variables at the start: the given ones and the system's own. */
export function initialEnv(given: Readonly<Record<string, string>>, origin: string): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(given)) check(name, value);
  return Object.freeze({ CONVEX_CLOUD_URL: origin, CONVEX_SITE_URL: `${origin}/http`, ...given });
}

/** The variables after `changes`. Throws naming a bad one. */
export function changedEnv(
  env: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const next: Record<string, string> = { ...env };
  for (const [name, value] of Object.entries(changes)) {
    if (name.startsWith("CONVEX_")) throw new Error(`Environment variable ${name} is reserved`);
    if (value === null) delete next[name];
    else {
      check(name, value);
      next[name] = value;
    }
  }
  if (Object.keys(next).length > MAX_VARIABLES) throw new Error(`More than ${MAX_VARIABLES} environment variables`);
  return Object.freeze(next);
}

function check(name: string, value: string): void {
  if (!NAME.test(name)) throw new Error(`"${name}" cannot be the name of an environment variable`);
  // A key set in a data: URL is the one value that is long by nature.
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES)
    throw new Error(`Environment variable ${name} is longer than ${MAX_VALUE_BYTES} bytes`);
}
