/** process.env inside functions: the engine's variables, every read recorded as a dependency. */

/** Reading all names depends on every variable; recorded under this name. */
export const ALL_ENV = "*";

/**
 * A view of `env` that adds the name of every variable read to `reads`, as `sourceOf` says where it comes from. Writing
 * is refused.
 */
export function trackedEnv(
  env: Readonly<Record<string, string>>,
  reads: Set<string>,
  sourceOf: (name: string) => string = (name) => name,
): Record<string, string | undefined> {
  return new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        if (typeof name !== "string") return undefined;
        reads.add(sourceOf(name));
        return Object.hasOwn(env, name) ? env[name] : undefined;
      },
      has(_, name) {
        if (typeof name === "string") reads.add(sourceOf(name));
        return typeof name === "string" && Object.hasOwn(env, name);
      },
      ownKeys() {
        reads.add(ALL_ENV);
        return Object.keys(env);
      },
      getOwnPropertyDescriptor(_, name) {
        if (typeof name !== "string" || !Object.hasOwn(env, name)) return undefined;
        reads.add(sourceOf(name));
        return { value: env[name], enumerable: true, configurable: true, writable: false };
      },
      set: refuse,
      defineProperty: refuse,
      deleteProperty: refuse,
    },
  );
}

function refuse(): never {
  throw new Error("Environment variables cannot be changed from functions");
}
