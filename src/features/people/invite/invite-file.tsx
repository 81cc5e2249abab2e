import { useState } from "react";
import {
  INVITE_COLUMNS,
  INVITE_FILE_SUBJECTS,
  type InviteTarget,
} from "../../../../convex/core/people/rules/inviteFile";
import { plural } from "../../../../convex/lib/pure/text";
import { useStepUp } from "../../../components/form/step-up";
import { useProposalCommands, useProposals } from "../../../components/second-person/api";
import { OpenProposal } from "../../../components/second-person/proposals";
import { SheetImportDialog } from "../../../components/sheet-import/sheet-import-dialog";
import { useAuth, useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { Disclosure } from "../../../ui/page/disclosure";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type InviteFile, useInviteFile, useInviteFilePreview, useInviteFiles, useSnowflakeFilePreview } from "./api";

/** What the import says and asks, by where the people are invited to. */
const KINDS = {
  portal: {
    usePreview: useInviteFilePreview,
    noun: { one: "person", many: "people" },
    verb: "Invite",
    rule: "A second person then confirms all of it at once, and everybody comes in as Staff",
    emptyCell: undefined,
  },
  snowflake: {
    usePreview: useSnowflakeFilePreview,
    noun: { one: "Snowflake user", many: "Snowflake users" },
    verb: "Request",
    rule: "A second person then approves all of it, in place of the owners of the business areas",
    emptyCell:
      "Without a business area their own pays, or else yours. The user of whoever is not in the portal is held under your name.",
  },
} as const;

/** Invites many people by a file, which a second person confirms. */
export function InviteFileButton({ to }: { to: InviteTarget }) {
  const [isOpen, setOpen] = useState(false);
  const ownEmail = useViewer()?.email ?? "";
  const inviteFile = useInviteFile();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { usePreview, noun, verb, rule, emptyCell } = KINDS[to];
  async function run(text: string, hash: string) {
    const { proposed, skipped } = await withStepUp(() => inviteFile({ text, hash, target: to }));
    return { created: 0, changed: 0, skipped: 0, proposed, refused: skipped };
  }
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Invite by file
      </Button>
      {isOpen ? (
        <SheetImportDialog
          noun={noun}
          columns={INVITE_COLUMNS[to]}
          ownEmail={ownEmail}
          usePreview={usePreview}
          importFile={run}
          words={{ verb, busy: "Sending", done: "The file is waiting for a second person" }}
          rule={rule}
          emptyCell={emptyCell}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {stepUpDialog}
    </>
  );
}

/** The file that waits for a second person. */
export function ProposedInviteFile({ to }: { to: InviteTarget }) {
  const proposals = useProposals(INVITE_FILE_SUBJECTS[to]);
  const commands = useProposalCommands(useAuth().stepUp);
  return <OpenProposal proposals={proposals} commands={commands} />;
}

/** How far the portal is with the files that were confirmed. */
export function InviteFiles() {
  const files = useInviteFiles() ?? [];
  if (files.length === 0) return null;
  return (
    <Card aria-labelledby="invite-files">
      <CardHeader id="invite-files" title="Invited by file" description="The last five files, newest first." />
      <CardBody>
        <ul className="flex flex-col gap-3">
          {files.map((file) => (
            <FileLine key={file.id} file={file} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function FileLine({ file }: { file: InviteFile }) {
  const { target, people, done, skipped, invitedBy, confirmedBy, at, endedAt } = file;
  const where = target === "snowflake" ? " to Snowflake" : "";
  const invited = `${done - skipped.length} of ${plural(people, "person", "people")} invited${where}`;
  return (
    <li className="flex flex-col gap-1 text-sm">
      <p className="font-medium">
        {invited}
        {endedAt === null ? `, ${people - done} to go` : ""}
      </p>
      <p className="text-ink-soft">
        Brought by {invitedBy}, {confirmedBy === null ? "took effect alone" : `confirmed by ${confirmedBy}`},{" "}
        <RelativeTime at={at} />
      </p>
      {skipped.length === 0 ? null : (
        <Disclosure title={`${plural(skipped.length, "row")} left out`}>
          <ul className="flex flex-col gap-0.5 text-muted">
            {skipped.map(({ row, name, reason }) => (
              <li key={row} className="wrap-anywhere">
                Row {row}, {name}: {reason}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  );
}
