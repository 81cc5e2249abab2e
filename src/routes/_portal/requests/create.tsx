import { createFileRoute } from "@tanstack/react-router";
import { CreateRequest } from "../../../features/catalog/create-request";
import { parseCreateSearch } from "../../../features/catalog/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/create")({
  validateSearch: parseCreateSearch,
  head: () => ({ meta: [{ title: pageTitle("New request") }] }),
  component: CreateRequestPage,
});

function CreateRequestPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate
      capability="requests.create"
      page="New request"
      heldBy="everybody who is not only looking through somebody else's eyes"
    >
      <CreateRequest
        search={search}
        onWords={(words) =>
          void navigate({ search: words === "" ? {} : { q: words }, replace: true, resetScroll: false })
        }
        onDraft={(draft) =>
          void navigate({ search: (before) => ({ ...before, draft }), replace: true, resetScroll: false })
        }
        onSent={(_id, key) => void navigate({ href: `/requests/${key}` })}
        onInCart={() => void navigate({ to: "/requests/cart" })}
        onDiscarded={() => void navigate({ to: "/requests/create", search: {} })}
      />
    </CapabilityGate>
  );
}
