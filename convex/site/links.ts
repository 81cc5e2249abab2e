/** Addresses of pages: the only place where one is put together. */

import { type PageId, PAGES } from "./pages.ts";

type PathOf<Id extends PageId> = (typeof PAGES)[Id]["path"];
type NamesIn<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

/** The parts of a page's address that differ. */
export type ParamsOf<Id extends PageId> = Readonly<Record<NamesIn<PathOf<Id>>, string>>;

type Ending<Name> = Name extends `${infer Start}*` ? `${Start}${string}` : Name;
type SearchNames<Id extends PageId> = (typeof PAGES)[Id] extends { readonly search: readonly (infer Name)[] }
  ? Ending<Name> & string
  : never;

/** What a link to a page may set of its search. */
export type SearchOf<Id extends PageId> = Readonly<Partial<Record<SearchNames<Id>, string>>>;

type Parts<Id extends PageId> = [NamesIn<PathOf<Id>>] extends [never]
  ? [search?: SearchOf<Id>]
  : [params: ParamsOf<Id>, search?: SearchOf<Id>, hash?: string];

/** The address of a page: `pathTo("request", { id: "REQ-142" })`, `pathTo("users", { person })`. */
export function pathTo<Id extends PageId>(page: Id, ...parts: Parts<Id>): string {
  const { path } = PAGES[page];
  const [params, search, hash] = (path.includes("$") ? parts : [undefined, ...parts]) as [
    Readonly<Record<string, string>>?,
    Readonly<Record<string, string>>?,
    string?,
  ];
  const filled = path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const query = Object.entries(search ?? {}).map(([name, value]) => `${readable(name)}=${readable(value)}`);
  return filled + (query.length > 0 ? `?${query.join("&")}` : "") + (hash === undefined ? "" : `#${hash}`);
}

/** Encoded, except for what an address may hold and people read. */
function readable(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":");
}
