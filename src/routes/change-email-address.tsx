import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../shell/frame/title";
import { NewAddress } from "./-new-address";

export const Route = createFileRoute("/change-email-address")({
  validateSearch: (search): { token?: string } =>
    typeof search["token"] === "string" ? { token: search["token"] } : {},
  head: () => pageHead("changeEmail"),
  component: Page,
});

function Page() {
  return <NewAddress purpose="change-email" from={Route.useSearch().token} />;
}
