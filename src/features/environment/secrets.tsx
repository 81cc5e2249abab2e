import { CircleCheck, CircleDashed } from "lucide-react";
import type { SecretReading } from "../../../contracts/environment";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { FactList } from "../../ui/page/fact-list";
import { RelativeTime } from "../../ui/text/relative-time";

/** Which secrets are set, and since when each has its value. */
export function Secrets({ secrets }: { secrets: readonly SecretReading[] }) {
  return (
    <Card aria-labelledby="environment-secrets">
      <CardHeader
        id="environment-secrets"
        title="Secrets"
        description="Whether each is set, and when the portal first started with its current value. Values are never stored."
      />
      <CardBody>
        <FactList
          items={secrets.map(({ name, since }) => ({
            term: <code className="font-mono text-xs text-ink">{name}</code>,
            note: since === null ? null : <RelativeTime at={since} />,
            value: <SecretState isSet={since !== null} />,
          }))}
        />
      </CardBody>
    </Card>
  );
}

function SecretState({ isSet }: { isSet: boolean }) {
  const Icon = isSet ? CircleCheck : CircleDashed;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={isSet ? "size-4 shrink-0 text-success" : "size-4 shrink-0 text-muted"} />
      {isSet ? "Set" : "Not set"}
    </span>
  );
}
