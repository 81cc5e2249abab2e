import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../-open-ahead";
import { Articles } from "../../../../features/articles/articles";
import { parseArticlesSearch } from "../../../../features/articles/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/articles/")({
  validateSearch: parseArticlesSearch,
  loader: (at) => openAhead("articles", at),
  head: () => pageHead("articles"),
  component: ArticlesPage,
});

function ArticlesPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="articles">
      <Articles
        search={search}
        onSearch={(next) =>
          void navigate({ search: parseArticlesSearch({ ...next }), replace: true, resetScroll: false })
        }
      />
    </CapabilityGate>
  );
}
