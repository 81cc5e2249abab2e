import { MAX_COUNTED } from "../../../convex/core/seedData/rules";

/** A number of rows, as far as they were counted. */
export function Count({ count }: { count: number }) {
  const text = count > MAX_COUNTED ? `More than ${MAX_COUNTED.toLocaleString("en-GB")}` : count.toLocaleString("en-GB");
  return <span className="tabular-nums">{text}</span>;
}
