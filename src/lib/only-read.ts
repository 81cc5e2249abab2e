/**
 * The search parameters of a page as its reader says, and nothing else. What a reader leaves out would otherwise come
 * through as it stands in the address: the router lays what was read over what is there.
 */

/**
 * Answers the reader with every parameter that it left out named as absent.
 *
 * @param read Makes of an address, as typed, what the page can use of it.
 */
export function onlyRead<Read extends (raw: Record<string, unknown>) => object>(
  read: Read,
): (raw: Record<string, unknown>) => ReturnType<Read> {
  return (raw) => {
    const leftOut = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
    return { ...leftOut, ...(read(raw) as ReturnType<Read>) };
  };
}
