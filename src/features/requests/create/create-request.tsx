import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { PAGES } from "../../../../convex/site/pages";
import { QueryBoundary } from "../../../components/query-boundary";
import { buttonClasses } from "../../../ui/button-classes";
import { lazyPart } from "../../../ui/lazy-part";
import { Awaited } from "../../../ui/page/awaited";
import { EmptyState } from "../../../ui/page/empty-state";
import { PageHeader } from "../../../ui/page/page-header";
import { Settled } from "../../../ui/page/settled";
import { type OpenedType, useDraft, useType } from "./api";
import { CatalogCards } from "./catalog-cards";
import { LoadingForm } from "./form/loading-form";
import { useLists } from "./form/lookups";
import type { FormExits } from "./request-form";
import { type CreateSearch, isAnotherForm } from "./search";

// Whoever looks through the cards does not need pickers yet.
const RequestForm = lazyPart(() => import("./request-form").then((part) => part.RequestForm));

/** The catalog, or the form the URL names: by its type, or by a draft of one's own. */
export function CreateRequest({
  search,
  onWords,
  ...exits
}: { search: CreateSearch; onWords: (words: string) => void } & FormExits) {
  const form = useFormNumber(search);
  if (search.type === undefined && search.draft === undefined)
    return <CatalogCards words={search.q ?? ""} onWords={onWords} />;
  return (
    <QueryBoundary
      title="This request cannot be opened"
      page="New Request"
      wayOn={
        <Link to={PAGES.newRequest.path} className={buttonClasses({ variant: "outline" })}>
          See what you can request
        </Link>
      }
    >
      <OpenForm key={form} search={search} {...exits} />
    </QueryBoundary>
  );
}

/** A number that is another one once the address shows another form. */
function useFormNumber(search: CreateSearch): number {
  const [shown, setShown] = useState({ search, number: 0 });
  if (shown.search.type !== search.type || shown.search.draft !== search.draft)
    setShown({ search, number: shown.number + (isAnotherForm(shown.search, search) ? 1 : 0) });
  return shown.number;
}

function OpenForm({ search, ...exits }: { search: CreateSearch } & FormExits) {
  // Only the draft the page was opened with is loaded: later the form itself knows what was kept.
  const [openedDraft] = useState(search.draft ?? null);
  const [wasSent, setSent] = useState(false);
  const kept = useDraft(wasSent ? null : openedDraft);
  const [draft, setDraft] = useState<typeof kept>(undefined);
  if (draft === undefined && kept !== undefined) setDraft(kept);
  const type = useType(search.type ?? draft?.typeKey ?? null);
  const lists = useLists();
  if (type === undefined || lists === undefined || (openedDraft !== null && draft === undefined))
    return <LoadingForm />;
  if (type.kind === "hidden") return <HiddenType type={type} />;
  const closing = {
    ...exits,
    onSent: (id: string, key: string) => (setSent(true), exits.onSent(id, key)),
    onDiscarded: () => (setSent(true), exits.onDiscarded()),
  };
  return (
    <Settled meanwhile={<LoadingForm />}>
      <Suspense fallback={<Awaited />}>
        <RequestForm type={type} lists={lists} draft={draft ?? null} search={search} {...closing} />
      </Suspense>
    </Settled>
  );
}

function HiddenType({ type }: { type: Extract<OpenedType, { kind: "hidden" }> }) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="New Request" />
      <EmptyState
        kind="no-right"
        title={type.reason}
        className="px-0"
        action={
          <Link to={PAGES.newRequest.path} className={buttonClasses({ variant: "outline" })}>
            See what you can request
          </Link>
        }
      >
        {type.who}
      </EmptyState>
    </div>
  );
}
