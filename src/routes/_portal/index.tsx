import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { CardSkeleton } from "../../components/card-skeleton";
import { ArrangeButton } from "../../features/home/arrange-button";
import { HomeSummary } from "../../features/home/home-summary";
import { WaitingOnYou } from "../../features/home/waiting-list";
import { Greeting } from "../../features/people/greeting";
import { pageHead } from "../../shell/frame/title";
import { lazyPart } from "../../ui/lazy-part";
import { PageHeader } from "../../ui/page/page-header";

const MainCards = lazyPart(() => import("./-home-cards").then((part) => part.MainCards));
const SideCards = lazyPart(() => import("./-home-cards").then((part) => part.SideCards));

export const Route = createFileRoute("/_portal/")({
  head: () => pageHead("home"),
  component: Home,
});

/** What waits for the viewer arrives with the page; the cards around it come right behind. */
function Home() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={<Greeting />} context={<HomeSummary />} actions={<ArrangeButton />} />
      <div className="flex flex-col gap-4 lg:flex-row lg:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <WaitingOnYou />
          <Suspense fallback={<CardSkeleton title="My open requests" rows={3} label="Loading your cards" />}>
            <MainCards />
          </Suspense>
        </div>
        <div className="flex min-w-0 flex-col gap-4 empty:hidden lg:w-80 lg:shrink-0">
          <Suspense fallback={<CardSkeleton title="Request something" rows={4} label="Loading your cards" />}>
            <SideCards />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
