/**
 * The search parameters of a page as its reader says, and nothing else. What a reader leaves out would otherwise come
 * through as it stands in the address: the router lays what was read over what is there.
 */

import type { AnyRoute } from "@tanstack/react-router";

type Read = (raw: Record<string, unknown>) => object;

/**
 * Answers the reader with every parameter of the address that it looked at and left out named as absent. What it never
 * looked at stays; what the address does not say is not named, so that an address without anything reads as empty.
 *
 * @param read Makes of an address, as typed, what the page can use of it.
 */
export function onlyRead(read: Read): Read {
  return (raw) => {
    const leftOut: Record<string, unknown> = {};
    const watched = new Proxy(raw, {
      get: (values, name: string) => {
        if (Object.hasOwn(values, name)) leftOut[name] = undefined;
        return values[name];
      },
    });
    const found = read(watched);
    return { ...leftOut, ...found };
  };
}

/** Has every page of a tree of routes see of its address what its reader takes. */
export function onlyReadIn({ options, children }: AnyRoute): void {
  const { validateSearch } = options as { validateSearch?: Read };
  if (validateSearch) Object.assign(options, { validateSearch: onlyRead(validateSearch) });
  for (const child of Object.values((children ?? {}) as Record<string, AnyRoute>)) onlyReadIn(child);
}
