import { CircleCheck, CircleDashed } from "lucide-react";
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

/** The variables of the connection to Snowflake, and which are set. */
export function SnowflakeVariables() {
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
  return (
    <ul className="grid gap-x-6 gap-y-1 lg:grid-cols-2" aria-label="Variables of the Snowflake connection">
      {reading.snowflake.map(({ name, isSet, isNeeded }) => (
        <li key={name} className="flex items-center gap-2 text-sm">
          {isSet ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
          ) : (
            <CircleDashed aria-hidden className="size-4 shrink-0 text-muted" />
          )}
          <span className="min-w-0 font-mono text-xs wrap-anywhere text-ink">
            {name === "SNOWFLAKE_PRIVATE_KEY" && !isSet ? "SNOWFLAKE_PRIVATE_KEY or SNOWFLAKE_TOKEN" : name}
          </span>
          <span className="text-muted">{isSet ? "set" : isNeeded ? "not set" : "not set, optional"}</span>
        </li>
      ))}
    </ul>
  );
}
