/** The end of a switch over a union: reaching it is a bug, and adding a member without a case does not compile. */
export function impossible(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

/** Fails with a message when something that must hold does not: a bug, not a refusal. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
