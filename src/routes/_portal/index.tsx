import { createFileRoute } from "@tanstack/react-router";
import { Greeting } from "../../features/people/greeting";
import { YourRoles } from "../../features/people/your-roles";
import { MyOpenRequests } from "../../features/requests/my-open-requests";
import { WaitingOnYou, WaitingSummary } from "../../features/tasks/waiting-on-you";
import { PageLinks } from "../../shell/page-links";
import { pageTitle } from "../../shell/title";
import { PageHeader } from "../../ui/page-header";

export const Route = createFileRoute("/_portal/")({
  head: () => ({ meta: [{ title: pageTitle("Home") }] }),
  component: Home,
});

function Home() {
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={<Greeting />} context={<WaitingSummary />} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <WaitingOnYou />
          <MyOpenRequests />
        </div>
        <PageLinks title="What you can do">
          <YourRoles />
        </PageLinks>
      </div>
    </div>
  );
}
