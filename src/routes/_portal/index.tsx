import { createFileRoute } from "@tanstack/react-router";
import { pageTitle } from "../../shell/title";
import { PageHeader } from "../../ui/page-header";

export const Route = createFileRoute("/_portal/")({
  head: () => ({ meta: [{ title: pageTitle("Home") }] }),
  component: () => <PageHeader title="Home" context="Requests, approvals and access in one place" />,
});
