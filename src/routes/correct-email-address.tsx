import { createFileRoute } from "@tanstack/react-router";
import { pageHead } from "../shell/frame/title";
import { NewAddress } from "./-new-address";

export const Route = createFileRoute("/correct-email-address")({
  validateSearch: (search): { token?: string } =>
    typeof search["token"] === "string" ? { token: search["token"] } : {},
  head: () => pageHead("correctEmail"),
  component: Page,
});

function Page() {
  return <NewAddress purpose="correct-email" from={Route.useSearch().token} />;
}
