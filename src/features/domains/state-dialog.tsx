import { useState } from "react";
import type { DomainStatus } from "../../../convex/core/domains/rules/states";
import { plural } from "../../../convex/lib/pure/text";
import { ProposalDialog } from "../../components/second-person/proposal-dialog";
import { useAuth } from "../../shell/session";
import { type DomainPage, useDomainCommands } from "./api";
import { STATE_ACTIONS } from "./state-words";

/** Puts a domain into another state, with what hangs on it; somebody else confirms it. */
export function StateDialog({ domain, to, onClose }: { domain: DomainPage; to: DomainStatus; onClose: () => void }) {
  // What is proposed is what stood here when the dialog opened: changed meanwhile, it is refused.
  const [shown] = useState(domain);
  const { setState } = useDomainCommands();
  const words = STATE_ACTIONS[to] ?? { verb: "Change", follows: "" };
  return (
    <ProposalDialog
      title={`${words.verb}: ${domain.name}?`}
      description={words.follows}
      confirmer="somebody who is not in charge of it confirms it."
      label={words.verb}
      whyNot={null}
      propose={(reason) => setState({ domainId: shown.id, shownAt: shown.updatedAt, to, reason })}
      prove={useAuth().stepUp}
      onClose={onClose}
    >
      <p className="text-ink-soft">{impactText(domain)}</p>
    </ProposalDialog>
  );
}

/** What hangs on a domain, in a sentence. */
export function impactText({ impact }: Pick<DomainPage, "impact">): string {
  const parts = [
    ...(impact.openRequests > 0 ? [plural(impact.openRequests, "open request")] : []),
    ...(impact.grants > 0 ? [plural(impact.grants, "active grant")] : []),
    ...(impact.children > 0 ? [`${plural(impact.children, "domain")} below it`] : []),
    ...(impact.products > 0 ? [plural(impact.products, "data product")] : []),
    ...(impact.databases > 0 ? [plural(impact.databases, "database")] : []),
    ...(impact.roles > 0 ? [plural(impact.roles, "role")] : []),
  ];
  return parts.length === 0 ? "Nothing hangs on it." : `What hangs on it: ${parts.join(", ")}.`;
}
