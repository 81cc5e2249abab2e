import { CircleCheck, CircleDashed } from "lucide-react";
import type { VariableReading } from "../../../contracts/environment";
import { Alert } from "../../ui/page/alert";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { useEnvironment } from "./api";

/** Says that colleagues cannot verify their addresses while no mail leaves the machine; nothing when it does. */
export function MailWarning() {
  const { reading } = useEnvironment();
  const mail = reading?.parts.find(({ name }) => name === "Mail");
  if (!mail || mail.state === "real" || reading?.isDemo) return null;
  return (
    <Alert meaning="warning" title="No mail leaves this machine">
      Nobody can verify an address until <code className="font-mono text-xs">SMTP_URL</code> is set and the portal is
      started again.
    </Alert>
  );
}

/** The variables of each connection, and which are set. */
export function ConnectionVariables() {
  const { reading, hasFailed } = useEnvironment();
  if (reading === null || (reading === undefined && hasFailed))
    return <p className="text-sm text-muted">Which variables are set could not be read.</p>;
  if (reading === undefined) {
    return (
      <SkeletonGroup label="Reading the variables" className="flex flex-col gap-2">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="w-60 max-w-full" />
        ))}
      </SkeletonGroup>
    );
  }
  const isAlone = reading.connections.length === 1;
  return (
    <div className="flex flex-col gap-3">
      {reading.connections.map(({ system, variables }) => (
        <div key={system}>
          {isAlone ? null : <p className="mb-1 text-sm font-medium text-ink">{system}</p>}
          <VariableList label={`Variables of the ${system} connection`} variables={variables} />
        </div>
      ))}
    </div>
  );
}

function VariableList({ label, variables }: { label: string; variables: readonly VariableReading[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-1 lg:grid-cols-2" aria-label={label}>
      {variables.map(({ name, isSet, isNeeded }) => (
        <li key={name} className="flex items-center gap-2 text-sm">
          {isSet ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
          ) : (
            <CircleDashed aria-hidden className="size-4 shrink-0 text-muted" />
          )}
          <span className="min-w-0 font-mono text-xs wrap-anywhere text-ink">{name}</span>
          <span className="text-muted">{isSet ? "set" : isNeeded ? "not set" : "not set, optional"}</span>
        </li>
      ))}
    </ul>
  );
}
