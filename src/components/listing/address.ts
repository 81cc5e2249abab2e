/** Values of a list's filter as its address carries them. */

/** The parts of a list in the address. */
export function listOf(text: string | undefined): string[] {
  return (text ?? "").split(",").filter(Boolean);
}

/** A list as a part of the address; an empty one is left out. */
export function textOf(list: readonly string[]): string | undefined {
  return list.length === 0 ? undefined : list.join(",");
}

/** Where a day begins on this clock, plus whole days; null for what is no day. */
export function dayStart(day: string | undefined, plusDays: number): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "");
  if (!found) return null;
  const at = new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3]) + plusDays).getTime();
  return Number.isFinite(at) ? at : null;
}
