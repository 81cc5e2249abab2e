import { TriangleAlert } from "lucide-react";
import { pathTo } from "../../../../convex/site/links";
import type { PickedPerson } from "../../../components/pickers/people-field";
import { RowLink } from "../../../components/row-link";
import { DomainSuccessor } from "../domain-successors";
import type { Rehearsal } from "./api";

type Line = Rehearsal["domains"][number];

/** What becomes of each data domain they stand in; a successor can be tried for each alone once there is one of all. */
export function DomainLines(props: {
  of: readonly Line[];
  /** Who is tried for a domain, by its id; null as long as nobody takes the others over. */
  successors: Readonly<Record<string, PickedPerson>> | null;
  onSuccessor: (domainId: string, successorId: string | undefined) => void;
}) {
  const { of, successors, onSuccessor } = props;
  return of.map(({ domainId, name, places, isNamed, note, without }) => (
    <li
      key={domainId}
      className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 text-sm last:border-b-0"
    >
      <RowLink
        to={pathTo("dataDomain", { domainId })}
        className="min-w-0 wrap-anywhere text-ink hover:text-accent-text hover:underline"
      >
        {name}
      </RowLink>
      <span className="text-muted">{places.join(", ")}</span>
      {note === "" ? null : <span className="text-muted">{note}</span>}
      {without === null ? null : (
        <span className="flex items-center gap-1 text-danger">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {without === "owner" ? "without an active owner" : "without an active deputy"}
        </span>
      )}
      {isNamed && successors !== null ? (
        <DomainSuccessor
          name={name}
          successor={successors[domainId]}
          onChange={(successor) => onSuccessor(domainId, successor?.id)}
        />
      ) : null}
    </li>
  ));
}
