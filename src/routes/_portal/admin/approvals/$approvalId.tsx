import { createFileRoute, redirect } from "@tanstack/react-router";
import { PAGES } from "../../../../../convex/site/pages";

/** An earlier address of an approval; its query goes along. */
export const Route = createFileRoute("/_portal/admin/approvals/$approvalId")({
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: PAGES.approval.path, params, search, replace: true });
  },
});
