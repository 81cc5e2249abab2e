import { useState } from "react";
import { OBJECT_WORDS, objectNamed } from "../../../../convex/core/tickets/rules/objects";
import { Combobox } from "../../../ui/form/combobox";
import { Field } from "../../../ui/form/field";
import { Alert } from "../../../ui/page/alert";
import { Awaited } from "../../../ui/page/awaited";
import { type RelatedTicketThing, useRelatables } from "../api";
import { Findings } from "../seen/findings";

const GROUPS = { request: "Request", grant: "Access", domain: "Data domain", service: "Service" } as const;

/** What a ticket is about: of one's own things, or what the address named; and what the portal sees of it. */
export function RelatedField(props: {
  about: string | null;
  setAbout: (ref: string | null) => void;
  related: RelatedTicketThing | null | undefined;
}) {
  const { about, setAbout, related } = props;
  const offered = useRelatables();
  const [text, setText] = useState("");
  const items = (offered ?? []).map(({ ref, label, group }) => ({ value: ref, label, detail: GROUPS[group] }));
  const named = objectItem(text);
  const words = text.trim().toLowerCase();
  const found = items.filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(words));
  const object = objectItem(about?.slice(about.indexOf(":") + 1) ?? "");
  const chosen =
    about === null
      ? null
      : ([...items, ...(object ? [object] : [])].find(({ value }) => value === about) ?? {
          value: about,
          label: related?.label ?? "The page you came from",
        });
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Related to"
        help="The portal shows straight away what it knows. Type a table as DATABASE.SCHEMA.TABLE, or a warehouse by its name."
      >
        <Combobox
          items={named ? [named, ...found] : found}
          onQuery={setText}
          value={chosen}
          onValueChange={(item) => {
            setText("");
            setAbout(item?.value ?? null);
          }}
          isLoading={offered === undefined}
          placeholder="A request, access, a data domain or a service"
          emptyText="Nothing found"
        />
      </Field>
      {about === null ? null : <Seen related={related} />}
    </div>
  );
}

/** A table or warehouse as it is typed, which no list offers. */
function objectItem(text: string) {
  const named = objectNamed(text);
  return named && { value: `${named.kind}:${named.name}`, label: `${OBJECT_WORDS[named.kind]} ${named.name}` };
}

function Seen({ related }: { related: RelatedTicketThing | null | undefined }) {
  if (related === undefined)
    return (
      <p role="status" className="text-sm text-muted">
        <Awaited />
        Checking...
      </p>
    );
  if (related === null)
    return <Alert meaning="info" title="What this ticket is about was not found. You can still write the ticket." />;
  if (related.findings.length === 0)
    return (
      <p role="status" className="text-sm text-muted">
        The portal found nothing that would help.
      </p>
    );
  return (
    <section
      role="status"
      aria-label="What the portal sees"
      className="rounded-lg border border-line bg-sunken px-3 py-2"
    >
      <Findings findings={related.findings} />
    </section>
  );
}
