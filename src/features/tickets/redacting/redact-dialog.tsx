import { useDeferredValue, useState } from "react";
import { REDACT_MAX_LENGTH, redactProblem } from "../../../../convex/core/tickets/rules";
import { plural } from "../../../../convex/lib/pure/text";
import { WordsDialog } from "../../../components/form/words-dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { toast } from "../../../ui/toast/toast";
import { type Ticket, useAgentCommands, useRedactable } from "../api";

const REACH =
  "This is permanent. It is removed from the ticket, anything merged into it, notifications, incidents and the mails the portal keeps. Mail that has been delivered stays with its recipient.";

/** Takes words or files out of a ticket that should never have been sent. */
export function RedactDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { key, followUpOf } = ticket;
  const [typed, setTyped] = useState("");
  const [fileIds, setFileIds] = useState<readonly Ticket["files"][number]["id"][]>([]);
  const { redact } = useAgentCommands();
  const words = typed.trim();
  const places = useRedactable(key, useDeferredValue(words));
  const files = [...ticket.files, ...ticket.messages.flatMap((message) => message.files)];
  async function send(reason: string): Promise<void> {
    await redact({ key, words: words === "" ? null : words, fileIds: [...fileIds], reason });
    toast.success(`${key} was redacted`);
  }
  return (
    <WordsDialog
      title={`Redact ${key}`}
      description={`${REACH}${followUpOf === null ? "" : ` ${followUpOf}, which it follows up, is not changed.`}`}
      words={{ help: "Agents can read it, so do not repeat what you redact." }}
      verb="Redact permanently"
      busyLabel="Redacting..."
      whyNot={whyNot(words, places, fileIds.length)}
      failure="Nothing was redacted"
      send={send}
      onClose={onClose}
    >
      <Field label="Words" help="Exactly as they were written, with any marks for bold, code or links between them.">
        <Input
          value={typed}
          maxLength={REDACT_MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {placeWords(words, places)}
      </p>
      {files.length === 0 ? null : (
        <fieldset className="flex flex-col gap-2 text-sm">
          <legend className="mb-1 font-medium text-ink">Files</legend>
          {files.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={fileIds.includes(id)}
              onCheckedChange={(isChosen) =>
                setFileIds((before) => (isChosen ? [...before, id] : before.filter((one) => one !== id)))
              }
            />
          ))}
        </fieldset>
      )}
    </WordsDialog>
  );
}

function placeWords(words: string, places: number | undefined): string {
  if (words === "" || redactProblem(words) !== null || places === undefined) return "";
  return places === 0 ? "They are not in this ticket." : `They were found in ${plural(places, "place")}.`;
}

function whyNot(words: string, places: number | undefined, files: number): string | null {
  if (words === "") return files === 0 ? "Enter words or choose files" : null;
  return redactProblem(words) ?? (places === 0 ? "These words are not in this ticket" : null);
}
