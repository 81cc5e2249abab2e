/** Fails the current request when the engine's own reasoning is wrong; never used for user input. */
export function assert(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new Error(`Engine bug: ${claim}`);
}

/** Unwraps a value that the code around it proves to be present. */
export function present<T>(value: T | null | undefined, claim: string): T {
  assert(value !== null && value !== undefined, claim);
  return value;
}
