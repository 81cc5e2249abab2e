import type { InviteTarget } from "../../../../convex/core/people/rules/inviteFile";
import { ListSkeleton } from "../../../components/listing/list-skeleton";
import { QueryBoundary } from "../../../components/query-boundary";
import { Card } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { Tabs } from "../../../ui/page/tabs";
import { useInviteOffer } from "./api";
import { InviteFileButton, InviteFiles, ProposedInviteFile } from "./invite-file";
import { NoAreasYet } from "./invite-form";
import { PendingInvitations } from "./pending";
import { PortalInviteForm } from "./portal-form";
import { SnowflakeInviteForm } from "./snowflake-form";

/** The page that brings people in: two forms, and what is out. */
export function InviteUser({ to, onTo }: { to: InviteTarget; onTo: (to: InviteTarget) => void }) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Invite User"
        actions={<InviteFileButton key={to} to={to} />}
        context="Two systems, two invitations: an account in this portal, or a user in Snowflake. Each becomes a request that says what was done."
      />
      <QueryBoundary title="The page did not load">
        <Loaded to={to} onTo={onTo} />
      </QueryBoundary>
    </div>
  );
}

function Loaded({ to, onTo }: { to: InviteTarget; onTo: (to: InviteTarget) => void }) {
  const offer = useInviteOffer();
  if (offer === undefined)
    return (
      <Card>
        <ListSkeleton label="Loading the form" className="max-h-96 overflow-hidden" />
      </Card>
    );
  return (
    <>
      <ProposedInviteFile key={to} to={to} />
      {offer.areas.length === 0 ? <NoAreasYet /> : null}
      <Tabs
        label="Where to"
        value={to}
        onValueChange={onTo}
        items={[
          { value: "portal", label: "Portal", panel: <PortalInviteForm offer={offer} /> },
          { value: "snowflake", label: "Snowflake", panel: <SnowflakeInviteForm offer={offer} /> },
        ]}
      />
      {to === "portal" ? <PendingInvitations worksDays={offer.days.works} /> : null}
      <InviteFiles />
    </>
  );
}
