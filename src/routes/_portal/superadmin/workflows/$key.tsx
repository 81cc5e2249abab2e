import { createFileRoute } from "@tanstack/react-router";
import { parseTemplateSearch, type TemplateSearch } from "../../../../features/catalog/search";
import { TemplatePage } from "../../../../features/catalog/template-page";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/workflows/$key")({
  validateSearch: parseTemplateSearch,
  head: ({ params }) => pageHead("workflow", params),
  component: Page,
});

function Page() {
  const { key } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  // A version is a place to come back to; an open task or tab of it is not.
  const go = (where: TemplateSearch) =>
    void navigate({
      search: () => parseTemplateSearch({ ...where }),
      replace: where.version === search.version,
      resetScroll: false,
    });
  return (
    <CapabilityGate page="workflow">
      <TemplatePage templateKey={key} search={search} onGo={go} />
    </CapabilityGate>
  );
}
