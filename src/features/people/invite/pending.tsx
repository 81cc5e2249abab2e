import { Clock, MailQuestion } from "lucide-react";
import { useState } from "react";
import { ROLES } from "../../../../convex/access/roles";
import { telling } from "../../../../convex/core/people/rules/listed";
import { plural } from "../../../../convex/lib/pure/text";
import { pathTo } from "../../../../convex/site/links";
import { useAct } from "../../../components/form/use-act";
import { ListSkeleton } from "../../../components/listing/list-skeleton";
import { refusalText } from "../../../components/refusal-words";
import { RowLink } from "../../../components/row-link";
import { formatDeadline } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { type Column, DataTable } from "../../../ui/list/data-table";
import { Card, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { Badge } from "../../../ui/text/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import { toast } from "../../../ui/toast/toast";
import { type PendingInvitation, useInvitationCommands, usePendingInvitations } from "./api";

/** Invitations nobody came by yet: who invited, until when, and what can be done. */
export function PendingInvitations({ worksDays }: { worksDays: number }) {
  const rows = usePendingInvitations();
  return (
    <Card aria-labelledby="pending-invitations" className="overflow-hidden">
      <CardHeader
        id="pending-invitations"
        title="Pending invitations"
        description={`An invitation works for ${plural(worksDays, "day")}. Anybody whose link has expired can ask for a new one.`}
      />
      {rows === undefined ? (
        <ListSkeleton label="Loading the invitations" className="max-h-60 overflow-hidden" />
      ) : rows.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No pending invitations">
          Invitations are listed here until they are accepted.
        </EmptyState>
      ) : (
        <DataTable label="Pending invitations" columns={COLUMNS} rows={rows} nameOf={({ name }) => name} />
      )}
    </Card>
  );
}

const COLUMNS: Column<PendingInvitation>[] = [
  {
    key: "name",
    heading: "Person",
    className: "min-w-44 @max-2xl/rows:w-full",
    cell: ({ personId, name, email }) => (
      <span className="flex flex-col">
        {/* An invitation may be half filled in above. */}
        <RowLink
          to={pathTo("person", { personId })}
          isNewTab
          className="font-medium wrap-anywhere text-ink hover:underline"
        >
          {name}
        </RowLink>
        <span className="text-sm wrap-anywhere text-muted">{email}</span>
      </span>
    ),
  },
  {
    key: "roles",
    heading: "Role",
    cardLabel: "Role",
    cell: ({ roles, waitsForSecond }) => (
      <span className="wrap-anywhere text-ink-soft">
        {telling(roles)
          .map((role) => ROLES[role].label)
          .join(", ")}
        {waitsForSecond ? <span className="block text-sm text-warning">Waits for a second person</span> : null}
      </span>
    ),
  },
  {
    key: "by",
    heading: "Invited by",
    cardLabel: "Invited by",
    cell: ({ invitedBy, sentAt }) => (
      <span className="text-ink-soft">
        {invitedBy}, <RelativeTime at={sentAt} />
      </span>
    ),
  },
  {
    key: "state",
    heading: "Link",
    cardLabel: "Link",
    cell: ({ state, expiresAt, mailedAt }) =>
      state === "expired" ? (
        <Badge variant="neutral" icon={<Clock aria-hidden />}>
          Expired
        </Badge>
      ) : (
        <span className="flex flex-col items-start gap-1">
          <Badge variant="secondary" icon={<MailQuestion aria-hidden />}>
            {mailedAt === null ? "Being sent" : "Sent"}
          </Badge>
          <span className="text-sm text-muted">until {formatDeadline(expiresAt)}</span>
        </span>
      ),
  },
  {
    key: "actions",
    heading: "Actions",
    isHeadingHidden: true,
    cell: (row) => <Actions row={row} />,
  },
];

function Actions({ row }: { row: PendingInvitation }) {
  const { resend, withdraw } = useInvitationCommands();
  const { isBusy, act } = useAct();
  const { personId, name } = row;
  async function again(): Promise<void> {
    if (await act("It was not sent", () => resend({ personId }))) toast.success(`A new link is on its way to ${name}`);
  }
  const [isAsking, setAsking] = useState(false);
  async function back(): Promise<void> {
    const done = await act("It was not withdrawn", () => withdraw({ personId }));
    if (done === null) throw new Error("Not withdrawn");
    toast.success(`The invitation of ${name} was withdrawn`);
  }
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-label={`Resend the invitation of ${name}`}
        busy={isBusy}
        busyLabel="Sending..."
        disabledReason={refusalText(row.whyNotResend)}
        onClick={() => void again()}
      >
        Resend
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Withdraw the invitation of ${name}`}
        disabledReason={refusalText(row.whyNotWithdraw)}
        onClick={() => setAsking(true)}
      >
        Withdraw
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        destructive
        title={`Withdraw the invitation of ${name}?`}
        description={<p>The link in their mail stops working. They can be invited again, by a new request.</p>}
        confirmLabel="Withdraw invitation"
        busyLabel="Withdrawing..."
        onConfirm={back}
      />
    </span>
  );
}
