import { createFileRoute, redirect } from "@tanstack/react-router";

/** An earlier address of an approval; its query goes along. */
export const Route = createFileRoute("/_portal/admin/approvals/$approvalId")({
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: "/approvals/$approvalId", params, search, replace: true });
  },
});
