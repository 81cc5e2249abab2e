import { ProposedLines } from "../../components/second-person/proposed-lines";
import { Reason } from "../../components/second-person/second-person-words";
import { type Seen, SeenLines } from "../../components/second-person/seen";
import type { changesOf } from "./domain-fields";

/** What the form changes, before and after, with what hangs on a move and what somebody else needs to know. */
export function DomainReview(props: {
  changes: ReturnType<typeof changesOf>;
  /** What is seen of a move in the tree; null where the domain stays in its place. */
  moved: Seen | null;
  /** Requests name it, or did: the change may take two people. */
  isOpen: boolean;
  reason: string;
  onReason: (reason: string) => void;
}) {
  const { changes, moved, isOpen, reason, onReason } = props;
  if (changes.length === 0 || (!isOpen && moved === null)) return null;
  const isSeen = (field: string): boolean => moved?.shown?.lines.some((line) => line.field === field) ?? false;
  const others = isOpen ? changes.filter(({ field }) => !isSeen(field)) : [];
  return (
    <section aria-label="What changes" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">What changes</h3>
      {others.length === 0 ? null : <ProposedLines lines={others} />}
      {moved === null ? null : <SeenLines seen={moved} />}
      {isOpen ? (
        <>
          <p className="text-ink-soft">
            Who decides, less sensitivity, roles, databases and the place in the tree take two people: somebody else
            confirms it. Neither of you decides about what is open there now.
          </p>
          <Reason value={reason} onChange={onReason} help="Whoever confirms sees it." />
        </>
      ) : null}
    </section>
  );
}
