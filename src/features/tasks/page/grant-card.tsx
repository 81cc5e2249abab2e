import { KeyRound } from "lucide-react";
import { RoleCode } from "../../../components/kinds/access-name";
import { Button } from "../../../ui/button";
import { Alert } from "../../../ui/page/alert";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { Badge, type BadgeVariant } from "../../../ui/text/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import type { TaskPageData } from "../api";
import type { TaskDialog } from "./task-dialogs";

type Grant = NonNullable<TaskPageData["grant"]>;

const looks: Readonly<Record<Grant["state"], BadgeVariant>> = {
  Active: "default",
  Expiring: "warning",
  Expired: "neutral",
  Revoked: "neutral",
  Superseded: "neutral",
};

/** The access this task's work stands for: who holds it, until when, and how it ends. */
export function GrantCard({ grant, onOpen }: { grant: Grant; onOpen: (dialog: TaskDialog) => void }) {
  const { description, code, holder, state, expiresAt, endedAt, endReason, removalError, isToEnd, whyNotRevoke } =
    grant;
  const isManager = whyNotRevoke === null || whyNotRevoke["code"] === "wrong-state";
  return (
    <Card aria-labelledby="task-grant">
      <CardHeader
        id="task-grant"
        title="Access"
        actions={
          <>
            {isManager && isToEnd && removalError ? (
              <Button variant="outline" onClick={() => onOpen("confirmRemoved")}>
                Removed manually
              </Button>
            ) : null}
            {whyNotRevoke === null ? (
              <Button variant="destructiveOutline" onClick={() => onOpen("revoke")}>
                Revoke
              </Button>
            ) : null}
          </>
        }
      />
      <CardBody className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft">
          <Badge variant={looks[state]} icon={<KeyRound aria-hidden />}>
            {state}
          </Badge>
          <span className="wrap-anywhere">
            {description}
            <RoleCode code={code} className="ml-1.5" />, held by {holder}
          </span>
        </p>
        <p className="text-sm text-muted">
          {endedAt !== null ? (
            <>
              Ended <RelativeTime at={endedAt} />
              {endReason ? `: ${endReason}` : ""}
            </>
          ) : null}
          {endedAt === null && expiresAt !== null ? (
            <>
              Ends automatically <RelativeTime at={expiresAt} />; the holder is notified 7 days, 1 day and 1 hour before
            </>
          ) : null}
          {endedAt === null && expiresAt === null ? "No end date" : null}
        </p>
        {removalError && endedAt === null ? (
          <Alert meaning="danger" title="It could not be removed yet">
            {removalError} The portal keeps trying.
          </Alert>
        ) : null}
        {isToEnd && !removalError ? <Alert meaning="info" title="Being removed" /> : null}
      </CardBody>
    </Card>
  );
}
