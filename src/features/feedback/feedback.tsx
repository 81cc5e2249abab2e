import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { LISTED } from "../../../convex/core/feedback/rules/listed";
import { pathTo } from "../../../convex/site/links";
import { GoLink } from "../../components/go-link";
import { QueryBoundary } from "../../components/query-boundary";
import { buttonClasses } from "../../ui/button-classes";
import { Field } from "../../ui/form/field";
import { Select } from "../../ui/form/select";
import { PageHeader } from "../../ui/page/page-header";
import { Tabs } from "../../ui/page/tabs";
import { useNews } from "./api";
import { AllIdeas, MyIdeas } from "./idea-lists";
import { Changelog, Roadmap } from "./roadmap";
import type { FeedbackSearch, FeedbackView } from "./search";

/** What one takes part in, every idea, and what is planned and was shipped. */
export function Feedback({
  search,
  onSearch,
}: {
  search: FeedbackSearch;
  onSearch: (next: { view: FeedbackView; status?: string }) => void;
}) {
  const { view = "mine", status } = search;
  const fresh = useNews()?.count;
  const of = (panel: ReactNode) => <QueryBoundary title="The ideas could not be loaded">{panel}</QueryBoundary>;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="My Feedback"
        context="Ideas for this portal. Vote for what you miss, too: what many want is looked at first."
        actions={
          <GoLink to={pathTo("newIdea")} className={buttonClasses()}>
            <Plus aria-hidden />
            New idea
          </GoLink>
        }
      />
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
              <>
                <Field label="Status" className="mb-4 max-w-60">
                  <Select
                    value={status ?? "any"}
                    onValueChange={(next) => onSearch({ view: "all", status: next })}
                    options={[
                      { value: "any", label: "Any status" },
                      ...LISTED.map((one) => ({ value: one, label: one })),
                    ]}
                  />
                </Field>
                <AllIdeas key={status} status={status ?? null} />
              </>,
            ),
          },
          { value: "roadmap", label: "Roadmap", panel: of(<Roadmap />) },
          { value: "changelog", label: "Changelog", ...(fresh && { count: fresh }), panel: of(<Changelog />) },
        ]}
      />
    </div>
  );
}
