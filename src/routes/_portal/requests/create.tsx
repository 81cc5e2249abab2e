import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { pathTo } from "../../../../convex/site/links";
import { PAGES } from "../../../../convex/site/pages";
import { CreateRequest } from "../../../features/requests/create/create-request";
import { parseCreateSearch } from "../../../features/requests/create/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/create")({
  validateSearch: parseCreateSearch,
  loader: (at) => openAhead("newRequest", at),
  head: () => pageHead("newRequest"),
  component: CreateRequestPage,
});

function CreateRequestPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="newRequest">
      <CreateRequest
        search={search}
        onWords={(words) =>
          void navigate({ search: words === "" ? {} : { q: words }, replace: true, resetScroll: false })
        }
        onDraft={(draft) =>
          void navigate({ search: (before) => ({ ...before, draft }), replace: true, resetScroll: false })
        }
        onSent={(_id, key) => void navigate({ href: pathTo("request", { id: key }) })}
        onInCart={() => void navigate({ to: PAGES.cart.path })}
        onDiscarded={() => void navigate({ to: PAGES.newRequest.path, search: {} })}
      />
    </CapabilityGate>
  );
}
