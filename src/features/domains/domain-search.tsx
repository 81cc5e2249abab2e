import { type ReactNode, useDeferredValue, useState } from "react";
import { pathTo } from "../../../convex/site/links";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { Line } from "../../components/page-lines";
import { Input } from "../../ui/form/input";
import { CardBody } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { useDomainNames } from "./api";
import { DomainState } from "./domain-parts";

/** Domains that are found at a time. */
const MOST = 50;

/** Finds domains by their names, wherever in the tree they stand; without a word there is the tree. */
export function DomainSearch({ tree }: { tree: ReactNode }) {
  const [typed, setTyped] = useState("");
  const text = plain(useDeferredValue(typed));
  return (
    <>
      <div className="border-b border-line p-3">
        <Input
          type="search"
          className="max-w-sm"
          aria-label="Search data domains"
          placeholder="Search data domains"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {text === "" ? tree : <Found text={text} />}
    </>
  );
}

function Found({ text }: { text: string }) {
  const names = useDomainNames(true);
  if (names === undefined)
    return <ListSkeleton label="Loading the data domains" className="max-h-60 overflow-hidden" />;
  const found = names.filter(({ name }) => plain(name).includes(text));
  if (found.length === 0)
    return (
      <EmptyState kind="no-match" title="No data domain matches">
        Names are searched, those of archived domains too.
      </EmptyState>
    );
  return (
    <CardBody>
      <ul className="flex flex-col" aria-label="Matching data domains">
        {found.slice(0, MOST).map(({ id, name, status }) => (
          <Line key={id} to={pathTo("dataDomain", { domainId: id })} title={name}>
            <DomainState status={status} />
          </Line>
        ))}
      </ul>
      {found.length > MOST ? (
        <p className="mt-2 text-sm text-muted">These are the first {MOST}. Type more of the name.</p>
      ) : null}
    </CardBody>
  );
}

/** A name as it is compared: without regard to capitals and accents. */
function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").trim().toLowerCase();
}
