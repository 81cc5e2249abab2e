import type { DomainStatus } from "../../../convex/core/domains/rules/states";
import { ProposalDialog } from "../../components/second-person/proposal-dialog";
import { SeenLines, useSeen } from "../../components/second-person/seen";
import { useAuth } from "../../shell/session";
import { type DomainPage, useDomainCommands, useDomainImpact } from "./api";
import { STATE_ACTIONS } from "./state-words";

/** Puts a domain into another state, with what hangs on it; somebody else confirms it. */
export function StateDialog({ domain, to, onClose }: { domain: DomainPage; to: DomainStatus; onClose: () => void }) {
  const { id: domainId, name } = domain;
  const seen = useSeen(to, useDomainImpact({ domainId, wish: { to } }));
  const { setState } = useDomainCommands();
  const words = STATE_ACTIONS[to] ?? { verb: "Change", follows: "" };
  return (
    <ProposalDialog
      title={`${words.verb}: ${name}?`}
      description={words.follows}
      confirmer="somebody who is not in charge of it confirms it."
      label={words.verb}
      whyNot={seen.whyNot}
      propose={(reason) => setState({ domainId, shownHash: seen.shown?.shownHash ?? "", to, reason })}
      prove={useAuth().stepUp}
      onClose={onClose}
    >
      <SeenLines seen={seen} />
    </ProposalDialog>
  );
}
