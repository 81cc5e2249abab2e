import { useState } from "react";
import { INVITE_COLUMNS, INVITE_FILE_SUBJECT } from "../../../../convex/core/people/rules/inviteFile";
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
import { type InviteFile, useInviteFile, useInviteFilePreview, useInviteFiles } from "./api";

/** Invites many people by a file, which a second person confirms. */
export function InviteFileButton() {
  const [isOpen, setOpen] = useState(false);
  const ownEmail = useViewer()?.email ?? "";
  const inviteFile = useInviteFile();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  async function run(text: string, hash: string) {
    const { proposed, skipped } = await withStepUp(() => inviteFile({ text, hash }));
    return { created: 0, changed: 0, skipped: 0, proposed, refused: skipped };
  }
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Invite by file
      </Button>
      {isOpen ? (
        <SheetImportDialog
          noun={{ one: "person", many: "people" }}
          columns={INVITE_COLUMNS}
          ownEmail={ownEmail}
          usePreview={useInviteFilePreview}
          importFile={run}
          words={{ verb: "Invite", busy: "Sending", done: "The file waits for a second person" }}
          rule="A second person then confirms all of it at once, and everybody comes in as Staff"
          onClose={() => setOpen(false)}
        />
      ) : null}
      {stepUpDialog}
    </>
  );
}

/** The file that waits for a second person. */
export function ProposedInviteFile() {
  const proposals = useProposals(INVITE_FILE_SUBJECT);
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
  const { people, done, skipped, invitedBy, confirmedBy, at, endedAt } = file;
  const invited = `${done - skipped.length} of ${plural(people, "person", "people")} invited`;
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
