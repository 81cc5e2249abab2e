import { createFileRoute } from "@tanstack/react-router";
import { ArrangeButton, Board } from "../../features/home/board";
import { HomeSummary } from "../../features/home/home-summary";
import { WaitingOnYou } from "../../features/home/waiting-list";
import { Greeting } from "../../features/people/greeting";
import { YourRoles } from "../../features/people/your-roles";
import { MyOpenRequests } from "../../features/requests/my-open-requests";
import { pageTitle } from "../../shell/title";
import { lazyPart } from "../../ui/lazy-part";
import { PageHeader } from "../../ui/page-header";

const MyAccess = lazyPart(() => import("../../features/grants/my-access").then((part) => part.MyAccess));
const HealthStrip = lazyPart(() => import("../../features/services/health-strip").then((part) => part.HealthStrip));
const PageLinks = lazyPart(() => import("../../shell/page-links").then((part) => part.PageLinks));

export const Route = createFileRoute("/_portal/")({
  head: () => ({ meta: [{ title: pageTitle("Home") }] }),
  component: Home,
});

function Home() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={<Greeting />} context={<HomeSummary />} actions={<ArrangeButton />} />
      <Board
        first={<WaitingOnYou />}
        cards={{ openRequests: <MyOpenRequests />, myAccess: <MyAccess />, services: <HealthStrip />, pages: <PageLinks title="All pages"><YourRoles /></PageLinks> }}
      />
    </div>
  );
}
