import { ChevronDown, CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { useId, useState } from "react";
import { explain } from "../../components/refusal-words";
import { Button } from "../../ui/button";
import { Card } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { Badge, type BadgeVariant } from "../../ui/text/badge";
import { CopyButton } from "../../ui/text/copy-button";
import { RelativeTime } from "../../ui/text/relative-time";
import { useNow } from "../../ui/text/use-now";
import { toast } from "../../ui/toast/toast";
import { useStream, useVerification, useVerify, type Verification } from "./api";
import { chainWords } from "./chain-words";

const looks: Record<ReturnType<typeof chainWords>["state"], { variant: BadgeVariant; Icon: LucideIcon; word: string }> =
  {
    unchecked: { variant: "outline", Icon: CircleDashed, word: "Chain not checked" },
    checking: { variant: "secondary", Icon: LoaderCircle, word: "Checking the chain" },
    stalled: { variant: "outline", Icon: CircleDashed, word: "Check stopped" },
    whole: { variant: "default", Icon: CircleCheck, word: "Chain intact" },
    broken: { variant: "destructive", Icon: CircleX, word: "Chain broken" },
  };

/** Whether the audit trail was tampered with, as of the last check, and the button that checks. */
export function ChainState({ mayVerify }: { mayVerify: boolean }) {
  const verification = useVerification();
  const verify = useVerify();
  // A break shows its hashes unless they were put away.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOpen = wanted ?? verification?.broken !== undefined;
  const [isStarting, setStarting] = useState(false);
  const detailsId = useId();
  const { state, sentence } = chainWords(verification ?? null, useNow());
  const { variant, Icon, word } = looks[state];
  const start = () => {
    setStarting(true);
    verify()
      .catch((error: unknown) => toast.error("The check could not start", { description: explain(error) }))
      .finally(() => setStarting(false));
  };
  return (
    <Card aria-label="Hash chain" className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-2 gap-y-1" role="status">
          <Badge
            variant={variant}
            icon={<Icon aria-hidden className={state === "checking" ? "motion-safe:animate-spin" : undefined} />}
          >
            {word}
          </Badge>
          <span className="min-w-0 text-ink-soft">{sentence}</span>
          {verification?.finishedAt === undefined ? null : (
            <span className="text-sm text-muted">
              <RelativeTime at={verification.finishedAt} />, {verification.startedByName}
            </span>
          )}
        </div>
        <div className="flex items-center gap-1.5 print:hidden">
          {verification?.first ? (
            <Button variant="ghost" aria-expanded={isOpen} aria-controls={detailsId} onClick={() => setWanted(!isOpen)}>
              Hashes
              <ChevronDown aria-hidden className={isOpen ? "rotate-180" : undefined} />
            </Button>
          ) : null}
          <Button
            variant="outline"
            busy={isStarting || state === "checking"}
            busyLabel="Verifying..."
            disabledReason={mayVerify ? null : "Admins can verify the chain"}
            onClick={start}
          >
            Verify
          </Button>
        </div>
      </div>
      <StreamState />
      <div id={detailsId} hidden={!isOpen}>
        {verification ? <Hashes verification={verification} /> : null}
      </div>
    </Card>
  );
}

/** How far the collector outside is; nothing where there is none. */
function StreamState() {
  const stream = useStream();
  if (!stream) return null;
  const { sentSequence, sentAt, failedSince, error } = stream;
  return (
    <p role="status" className="mt-1.5 text-sm text-muted">
      {failedSince === null ? null : (
        <span className="text-danger">
          Not sent on since <RelativeTime at={failedSince} />: {error}.{" "}
        </span>
      )}
      Sent on to the collector up to event {sentSequence.toLocaleString("en-GB")}
      {sentAt === null ? (
        ""
      ) : (
        <>
          , <RelativeTime at={sentAt} />
        </>
      )}
      .
    </p>
  );
}

function Hashes({ verification: { first, last, broken, unhashed } }: { verification: NonNullable<Verification> }) {
  const items = [
    ...(broken?.expected
      ? [
          { term: "Expected hash", value: <Hash text={broken.expected} /> },
          { term: "Found hash", value: broken.found === null ? "none" : <Hash text={broken.found} /> },
        ]
      : []),
    ...(first ? [{ term: "First hash", value: <Hash text={`${first.sequence}:${first.hash}`} /> }] : []),
    ...(last
      ? [{ term: broken ? "Last intact hash" : "Last hash", value: <Hash text={`${last.sequence}:${last.hash}`} /> }]
      : []),
    ...(unhashed > 0
      ? [{ term: "Before the chain", value: `${unhashed.toLocaleString("en-GB")} events have no hash` }]
      : []),
  ];
  return (
    <>
      <DescriptionList className="mt-2" items={items} />
      {broken ? null : (
        <p className="mt-1 text-sm text-muted">
          Keep the last hash outside the portal: it proves later that the end was not cut off.
        </p>
      )}
    </>
  );
}

function Hash({ text }: { text: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="font-mono text-xs leading-5 wrap-anywhere">{text}</code>
      <CopyButton text={text} label="Copy hash" />
    </span>
  );
}
