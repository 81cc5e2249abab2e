import { createFileRoute } from "@tanstack/react-router";
import { PAGES } from "../../../../../convex/site/pages";
import { EditRequest } from "../../../../features/requests/create/edit/edit-request";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/$id/edit")({
  head: ({ params }) => pageHead("editRequest", params),
  component: EditAnswers,
});

function EditAnswers() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="editRequest">
      <EditRequest
        name={id}
        onSaved={(key) => void navigate({ to: PAGES.request.path, params: { id: key } })}
        onDraft={(type, draft) => void navigate({ to: PAGES.newRequest.path, search: { type, draft } })}
      />
    </CapabilityGate>
  );
}
