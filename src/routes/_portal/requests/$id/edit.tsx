import { createFileRoute } from "@tanstack/react-router";
import { EditRequest } from "../../../../features/catalog/edit/edit-request";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageTitle } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/$id/edit")({
  head: ({ params }) => ({ meta: [{ title: pageTitle(`Edit ${params.id}`) }] }),
  component: EditAnswers,
});

function EditAnswers() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate
      capability="requests.create"
      page="Edit answers"
      heldBy="everybody who is not only looking through somebody else's eyes"
    >
      <EditRequest
        name={id}
        onSaved={(key) => void navigate({ to: "/requests/$id", params: { id: key } })}
        onDraft={(type, draft) => void navigate({ to: "/requests/create", search: { type, draft } })}
      />
    </CapabilityGate>
  );
}
