/** What a notice says beside the name of what it is about: the name is not said twice. */

/** What a notice is about, as its reader knows it. */
export interface Named {
  readonly name: string;
  /** Of the request it is, or belongs to. */
  readonly key: string | null;
  /** What a notice may call it at its end. */
  readonly titles: readonly string[];
}

/** "REQ-142: “Check” failed" beside its name: "“Check” failed"; "Bea approved REQ-142": "Bea approved it". */
export function besideName(title: string, { key, titles }: Named): string {
  const end = titles.find((name) => name !== "" && title.endsWith(` ${name}`));
  const short = end === undefined ? title : title.slice(0, -(end.length + 1)).replace(/:$/, "");
  if (key === null) return short;
  const said = short
    .replace(new RegExp(`^${key}: `), "")
    .replace(new RegExp(` in ${key}\\b`), "")
    .replace(new RegExp(`^${key}\\b`), "It")
    .replace(new RegExp(`\\b${key}\\b`), "it");
  return said.charAt(0).toUpperCase() + said.slice(1);
}
