import { useId } from "react";
import {
  GOES_BY_RULE,
  SUCCESSION_KINDS,
  SUCCESSION_WORDS,
  type SuccessionKind,
} from "../../../../convex/core/people/rules/succession";
import { PeopleField, type PickedPerson } from "../../../components/pickers/people-field";
import { Disclosure } from "../../../ui/page/disclosure";
import { DomainSuccessor } from "../domain-successors";
import type { Impact } from "./api";

/** Who takes a kind over instead of the successor. */
export type NamedSuccessors = Partial<Record<SuccessionKind, PickedPerson>>;

/** Who takes a data domain over alone, by its id. */
export type SuccessorsOfDomains = Readonly<Record<string, PickedPerson>>;

/** One successor by default; a different one per kind, or per data domain, for whoever needs that. */
export function SuccessorsByKind(props: {
  named: NamedSuccessors;
  /** The successor of the rest, where one was chosen. */
  successor: PickedPerson | undefined;
  onChange: (named: NamedSuccessors) => void;
  /** The data domains that change hands, and who was named for one of them. */
  domains: Impact["domains"];
  forDomains: SuccessorsOfDomains;
  onForDomains: (forDomains: SuccessorsOfDomains) => void;
}) {
  const { named, successor, onChange, domains, forDomains, onForDomains } = props;
  const id = useId();
  const count = Object.keys(named).length + domains.filter(({ domainId }) => forDomains[domainId]).length;
  function name(kind: SuccessionKind, person: PickedPerson | undefined): void {
    const { [kind]: _before, ...others } = named;
    onChange(person ? { ...others, [kind]: person } : others);
  }
  return (
    <Disclosure title={<>Different successors{count === 0 ? null : <span className="text-muted"> ({count})</span>}</>}>
      <div className="flex flex-col gap-3 border-l-2 border-line pl-3">
        {SUCCESSION_KINDS.map((kind) => (
          <PeopleField
            key={kind}
            id={`${id}-${kind}`}
            label={SUCCESSION_WORDS[kind].label}
            help={helpOf(kind, successor)}
            limit={1}
            people={named[kind] ? [named[kind]] : []}
            onChange={([person]) => name(kind, person)}
          />
        ))}
        {domains.length === 0 ? null : (
          <ul aria-label="Successors per data domain" className="flex flex-col">
            {domains.map(({ domainId, name: domain }) => (
              <li key={domainId} className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                <span className="min-w-0 wrap-anywhere">{domain}</span>
                <DomainSuccessor
                  name={domain}
                  successor={forDomains[domainId]}
                  onChange={(chosen) => {
                    const { [domainId]: _before, ...others } = forDomains;
                    onForDomains(chosen ? { ...others, [domainId]: chosen } : others);
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Disclosure>
  );
}

/** Where a kind goes while nobody is named for it. */
function helpOf(kind: SuccessionKind, successor: PickedPerson | undefined): string {
  const rule = GOES_BY_RULE[kind];
  return `If empty: ${rule ?? (successor ? successor.name : "the successor")}.`;
}
