import { MyAccess } from "../../features/grants/my-access";
import { BoardColumn, type BroughtCards } from "../../features/home/board";
import { SetupCard } from "../../features/home/setup/setup-card";
import { YourRoles } from "../../features/people/your-roles";
import { MyOpenRequests } from "../../features/requests/progress/my-open-requests";
import { HealthStrip } from "../../features/services/health-strip";
import { SystemsFact } from "../../features/services/systems-fact";
import { PageLinks } from "../../shell/page-links";

const brought: BroughtCards = {
  openRequests: <MyOpenRequests />,
  myAccess: <MyAccess />,
  services: <HealthStrip />,
  pages: (
    <PageLinks title="All pages">
      <YourRoles />
    </PageLinks>
  ),
};

/** What stands below "Waiting on you". */
export function MainCards() {
  return (
    <>
      <SetupCard />
      <BoardColumn column="main" brought={brought} systems={null} />
    </>
  );
}

/** What stands beside it, on phones at the end. */
export function SideCards() {
  return <BoardColumn column="side" brought={brought} systems={<SystemsFact />} />;
}
