/** "task-monitor" -> "Task Monitor": the words of a path segment, each capitalised. */
export function titleCase(segment: string): string {
  return segment
    .split(/[-_\s]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(" ");
}

/** "Ada King Lovelace" -> "AL": first letters of the first and last word; "?" when there is no name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (!first) return "?";
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}

/** "1 task", "2 tasks"; pass the plural when it is not the singular with an s. */
export function count(n: number, singular: string, plural = `${singular}s`): string {
  return `${n.toLocaleString("en-GB")} ${n === 1 ? singular : plural}`;
}

/** The first characters of an id and an ellipsis when something was cut: "k57d3abc…". */
export function shortId(id: string, length = 8): string {
  return id.length <= length ? id : `${id.slice(0, length)}…`;
}

/** Splits an id so that its head can shrink while its last characters stay. */
export function splitForMiddle(text: string, tailLength = 6): [head: string, tail: string] {
  if (text.length <= tailLength * 2) return [text, ""];
  return [text.slice(0, -tailLength), text.slice(-tailLength)];
}
