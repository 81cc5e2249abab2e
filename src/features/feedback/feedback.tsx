import { Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { LISTED } from "../../../convex/core/feedback/rules/listed";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { GoLink } from "../../components/go-link";
import { useLeftAt } from "../../components/listing/use-left-at";
import { QueryBoundary } from "../../components/query-boundary";
import { useEyes } from "../../shell/session";
import { buttonClasses } from "../../ui/button-classes";
import { FilterBar } from "../../ui/list/filter-bar";
import { PageHeader } from "../../ui/page/page-header";
import { Tabs } from "../../ui/page/tabs";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { useMayExport, useNews } from "./api";
import { IdeaExport } from "./idea-export";
import { AllIdeas, MyIdeas } from "./idea-lists";
import { Changelog, Roadmap } from "./roadmap/roadmap";
import type { FeedbackSearch, FeedbackView } from "./search";

const TITLES = {
  mine: PAGES.feedback.title,
  all: "All Ideas",
  roadmap: "Roadmap",
  changelog: "Changelog",
} as const satisfies Record<FeedbackView, string>;

/** What one takes part in, every idea, and what is planned and was shipped. */
export function Feedback({
  search,
  onSearch,
}: {
  search: FeedbackSearch;
  onSearch: (next: { view: FeedbackView; status?: string; q?: string }) => void;
}) {
  const { view = "mine", status, q = "" } = search;
  const fresh = useNews()?.count;
  const mayExport = useMayExport();
  useTabTitle(TITLES[view]);
  const list = useRef<HTMLDivElement>(null);
  useLeftAt(useEyes(), JSON.stringify(["ideas", view, status, q]), list);
  const of = (panel: ReactNode) => <QueryBoundary title="The ideas could not be loaded">{panel}</QueryBoundary>;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={TITLES[view]}
        context="Ideas for this portal. Vote for those you would like too: the most wanted are looked at first."
        actions={
          <GoLink to={pathTo("newIdea")} className={buttonClasses()}>
            <Plus aria-hidden />
            New idea
          </GoLink>
        }
      />
      <div ref={list}>
        <Tabs
          label="Views of the ideas"
          value={view}
          onValueChange={(next) => onSearch({ view: next })}
          items={[
            { value: "mine", label: "Mine", panel: of(<MyIdeas />) },
            {
              value: "all",
              label: "All ideas",
              panel: of(
                <div className="flex flex-col gap-4">
                  <FilterBar
                    label="Filter ideas"
                    search={{
                      text: q,
                      label: "Search all ideas",
                      placeholder: "Number or words",
                      onChange: (text) => onSearch({ ...search, view: "all", q: text }),
                    }}
                    filters={[
                      {
                        kind: "choice",
                        label: "Status",
                        options: LISTED.map((one) => ({ value: one, label: one })),
                        chosen: status ?? null,
                        onChange: (next) => onSearch({ view: "all", q, ...(next !== null && { status: next }) }),
                      },
                    ]}
                    onClear={() => onSearch({ view: "all" })}
                    isOneButton={mayExport}
                  >
                    {mayExport ? <IdeaExport status={status ?? null} text={q} /> : null}
                  </FilterBar>
                  <AllIdeas
                    key={`${status} ${q}`}
                    status={status ?? null}
                    text={q}
                    onShowAll={() => onSearch({ view: "all" })}
                  />
                </div>,
              ),
            },
            { value: "roadmap", label: "Roadmap", panel: of(<Roadmap />) },
            { value: "changelog", label: "Changelog", ...(fresh && { count: fresh }), panel: of(<Changelog />) },
          ]}
        />
      </div>
    </div>
  );
}
