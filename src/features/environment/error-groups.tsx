import { useRef, useState } from "react";
import type { ClientErrorGroup } from "../../../contracts/environment";
import { plural } from "../../../convex/lib/pure/text";
import { formatDateTime } from "../../lib/dates";
import { useSearchText } from "../../lib/use-search-text";
import { Button } from "../../ui/button";
import { Input } from "../../ui/form/input";
import { MoreButton } from "../../ui/list/more-button";
import { Card, CardHeader } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { Disclosure } from "../../ui/page/disclosure";
import { EmptyState } from "../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Badge } from "../../ui/text/badge";
import { CopyButton } from "../../ui/text/copy-button";
import { RelativeTime } from "../../ui/text/relative-time";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { useClientErrors } from "./api";
import { errorsFound } from "./figure-words";

/** Groups shown before somebody asks for more. */
const SHOWN = 25;

/** What went wrong in people's browsers, kept by the server: equal errors of one page together. */
export function ErrorGroups({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  const { groups, hasFailed, readAgain } = useClientErrors();
  const { typed, type, say } = useSearchText(query, onQuery);
  const found = groups ? errorsFound(groups, query) : [];
  return (
    <Card aria-labelledby="environment-errors">
      <CardHeader
        id="environment-errors"
        title="Page errors"
        description="Errors in people's browsers: the last 1,000 reports, with identical ones grouped."
        actions={
          groups && groups.length > 0 ? (
            <Input
              type="search"
              aria-label="Search errors"
              placeholder="Message, page, browser or reference"
              value={typed}
              onChange={(event) => type(event.target.value)}
              className="w-72 max-w-full"
            />
          ) : null
        }
      />
      <VisuallyHidden role="status">
        {groups && query !== "" ? `${plural(found.length, "error")} found` : ""}
      </VisuallyHidden>
      {groups === undefined ? (
        <NotYet hasFailed={hasFailed} onRetry={readAgain} />
      ) : (
        <Found groups={found} isEmpty={groups.length === 0} onClear={() => say("")} />
      )}
    </Card>
  );
}

function NotYet({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (hasFailed) {
    return (
      <EmptyState
        kind="failed"
        title="The errors could not be read"
        action={
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        They are still being recorded.
      </EmptyState>
    );
  }
  return (
    <SkeletonGroup label="Reading the errors" className="flex flex-col gap-4 border-t border-line p-4">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="w-3/5" />
      ))}
    </SkeletonGroup>
  );
}

function Found({
  groups,
  isEmpty,
  onClear,
}: {
  groups: readonly ClientErrorGroup[];
  isEmpty: boolean;
  onClear: () => void;
}) {
  const [shown, setShown] = useState(SHOWN);
  const list = useRef<HTMLUListElement>(null);
  if (isEmpty)
    return (
      <EmptyState kind="nothing-yet" title="No errors recorded">
        Errors in people's browsers will appear here.
      </EmptyState>
    );
  if (groups.length === 0)
    return (
      <EmptyState
        kind="no-match"
        title="No error matches"
        action={
          <Button variant="outline" onClick={onClear}>
            Show all
          </Button>
        }
      >
        The search looks through messages, pages, browsers and references.
      </EmptyState>
    );
  return (
    <>
      <ul ref={list} aria-label="Page errors, the latest first" className="border-t border-line">
        {groups.slice(0, shown).map((group) => (
          <Group key={group.key} group={group} />
        ))}
      </ul>
      {groups.length > shown ? (
        <div className="p-2">
          <MoreButton variant="ghost" size="sm" list={list} onMore={() => setShown(shown + SHOWN)}>
            Show {Math.min(SHOWN, groups.length - shown)} more
          </MoreButton>
        </div>
      ) : null}
    </>
  );
}

function Group({ group }: { group: ClientErrorGroup }) {
  const { name, message, level, place, count, people, lastSeenAt } = group;
  return (
    <li className="border-b border-line last:border-b-0">
      <Disclosure
        look="row"
        title={
          <span className="flex items-start gap-3">
            <span className="flex min-w-0 flex-1 flex-col gap-0.5">
              <span className="line-clamp-2 text-base wrap-anywhere text-ink">
                <span className="font-medium">{name}</span>
                {message === "" ? "" : `: ${message}`}
              </span>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-muted">
                <span className="font-mono text-xs wrap-anywhere">{place === "" ? "No page" : place}</span>
                {level === "fatal" ? <Badge variant="destructive">Whole page lost</Badge> : null}
                <span>{people === 0 ? "Nobody signed in" : plural(people, "person", "people")}</span>
              </span>
            </span>
            <span className="flex shrink-0 flex-col items-end gap-0.5 text-sm">
              <span className="font-medium text-ink tabular-nums">
                {count.toLocaleString("en-GB")}
                <span className="sr-only"> {count === 1 ? "time" : "times"}</span>
                <span aria-hidden> ×</span>
              </span>
              <span className="text-muted">
                <RelativeTime at={lastSeenAt} />
              </span>
            </span>
          </span>
        }
      >
        <Details group={group} />
      </Disclosure>
    </li>
  );
}

function Details({
  group: { firstSeenAt, lastSeenAt, pages, browsers, references, newest },
}: {
  group: ClientErrorGroup;
}) {
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 sm:pl-9.5">
      <DescriptionList
        items={[
          { term: "First seen", value: formatDateTime(firstSeenAt) },
          { term: "Last seen", value: formatDateTime(lastSeenAt) },
          {
            term: "Pages",
            value: <span className="font-mono text-xs wrap-anywhere">{pages.join(", ") || "None"}</span>,
          },
          { term: "Browsers", value: browsers.join(", ") },
          {
            term: "References",
            value:
              references.length === 0 ? (
                "None was shown"
              ) : (
                <span className="font-mono text-xs wrap-anywhere">{references.join(", ")}</span>
              ),
          },
        ]}
      />
      {newest.stack ? (
        <section aria-label="Latest stack trace">
          <p className="flex items-center gap-1 text-sm font-medium">
            Latest stack trace <CopyButton text={newest.stack} label="Copy stack" />
          </p>
          <pre
            tabIndex={0}
            aria-label="Stack"
            className="max-h-60 overflow-auto rounded-lg border border-line bg-sunken p-3 font-mono text-xs text-ink-soft"
          >
            {newest.stack}
          </pre>
        </section>
      ) : null}
      {newest.breadcrumbs.length > 0 ? (
        <section aria-label="What happened before the latest">
          <p className="mb-1 text-sm font-medium">What happened before the latest</p>
          <ol className="flex flex-col gap-0.5 text-sm">
            {newest.breadcrumbs.map(({ at, category, message }, index) => (
              <li key={index} className="flex gap-3">
                <time dateTime={new Date(at).toISOString()} className="shrink-0 text-muted tabular-nums">
                  {formatDateTime(at).slice(-5)}
                </time>
                <span className="w-20 shrink-0 text-muted max-sm:hidden">{category}</span>
                <span className="min-w-0 wrap-anywhere text-ink-soft">{message}</span>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  );
}
