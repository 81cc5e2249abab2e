import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { PAGES } from "../../../convex/site/pages";
import { cardLinkClasses } from "../../components/card-link";
import { RowsSkeleton } from "../../components/card-skeleton";
import { TypeIcon, TypeTile } from "../../components/kinds/type-icon";
import { QueryBoundary } from "../../components/query-boundary";
import { useViewer } from "../../shell/session";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { useQuickActions } from "./api";
import { AskLink, CLOSED_WORDS, useMayAsk } from "./ask-link";
import { reasonText } from "./home-words";

/** What the viewer is likely to ask for, and the way to everything else; as tiles where there is little room. Live. */
export function QuickActions({ areTiles = false }: { areTiles?: boolean }) {
  const mayAsk = useMayAsk();
  return (
    <Card aria-labelledby="quick-actions" className="@container">
      <CardHeader
        id="quick-actions"
        title="Request something"
        description={mayAsk ? undefined : CLOSED_WORDS}
        actions={
          mayAsk ? (
            <Link to={PAGES.newRequest.path} className={cardLinkClasses}>
              All types
            </Link>
          ) : null
        }
      />
      <QueryBoundary title="The catalog did not load">
        <Actions areTiles={areTiles} />
      </QueryBoundary>
    </Card>
  );
}

function Actions({ areTiles }: { areTiles: boolean }) {
  const quick = useQuickActions();
  const area = useViewer()?.businessArea ?? null;
  const mayAsk = useMayAsk();
  if (quick === undefined) return <RowsSkeleton rows={4} label="Loading the catalog" />;
  if (quick.actions.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="Nothing can be requested yet" className="pt-0">
        A super admin publishes request types.
      </EmptyState>
    );
  if (areTiles)
    return (
      <ul className="grid grid-cols-2 gap-2 px-4 pb-4 @2xl:grid-cols-4">
        {quick.actions.map(({ key, name }) => (
          <li key={key}>
            <AskLink
              type={key}
              className="flex h-full min-h-12 items-center gap-2.5 rounded-md border border-line px-2.5 py-2"
              hover="hover:bg-hover"
            >
              <TypeIcon typeKey={key} />
              <span className="min-w-0 text-sm leading-4 font-medium wrap-anywhere text-ink">{name}</span>
            </AskLink>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="border-t border-line p-1">
      {quick.actions.map((action) => (
        <li key={action.key}>
          <AskLink
            type={action.key}
            className="flex items-center gap-3 rounded-md px-3 py-2 pointer-coarse:min-h-11"
            hover="group hover:bg-hover"
          >
            <TypeTile typeKey={action.key} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-ink">{action.name}</span>
              <span className="line-clamp-1 text-sm text-muted">{reasonText(action, area) ?? action.summary}</span>
            </span>
            {mayAsk ? <ChevronRight aria-hidden className="size-4 shrink-0 text-faint group-hover:text-ink" /> : null}
          </AskLink>
        </li>
      ))}
    </ul>
  );
}
