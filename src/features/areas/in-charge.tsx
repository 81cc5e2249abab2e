import type { AreaRow } from "./api";

/** Who is in charge, as far as somebody is. */
export function InCharge({ person, isNeeded = false }: { person: AreaRow["owner"]; isNeeded?: boolean }) {
  if (person === null)
    return isNeeded ? (
      <span className="text-warning">Nobody decides yet</span>
    ) : (
      <span className="text-muted">None</span>
    );
  return (
    <span title={person.email} className="wrap-anywhere text-ink-soft">
      {person.name}
      {person.status === "active" ? null : <span className="text-warning"> ({person.status})</span>}
    </span>
  );
}
