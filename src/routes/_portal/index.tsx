import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { openAhead } from "../-open-ahead";
import { CardSkeleton } from "../../components/card-skeleton";
import { ArrangeButton } from "../../features/home/arrange-button";
import { HomeSummary } from "../../features/home/home-summary";
import { LeadingCards } from "../../features/home/leading-cards";
import { Greeting } from "../../features/people/greeting";
import { pageHead } from "../../shell/frame/title";
import { lazyPart } from "../../ui/lazy-part";
import { Awaited } from "../../ui/page/awaited";
import { PageHeader } from "../../ui/page/page-header";
import { Settled } from "../../ui/page/settled";

const MainCards = lazyPart(() => import("./-home-cards").then((part) => part.MainCards));
const SideCards = lazyPart(() => import("./-home-cards").then((part) => part.SideCards));

export const Route = createFileRoute("/_portal/")({
  loader: (at) => openAhead("home", at, [MainCards, SideCards]),
  head: () => pageHead("home"),
  component: Home,
});

/** Greeted at once; the sentence and all cards are shown together when the last of them is there, so that none moves. */
function Home() {
  return (
    <div className="flex flex-col gap-0.5">
      <PageHeader title={<Greeting />} actions={<ArrangeButton />} />
      <Settled meanwhile={<HomeSkeleton />}>
        <HomeSummary />
        <div className="mt-4 flex flex-col gap-4 lg:flex-row lg:items-start">
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            <LeadingCards />
            <Suspense fallback={<Awaited />}>
              <MainCards />
            </Suspense>
          </div>
          <div className="flex min-w-0 flex-col gap-4 empty:hidden lg:w-80 lg:shrink-0">
            <Suspense fallback={<Awaited />}>
              <SideCards />
            </Suspense>
          </div>
        </div>
      </Settled>
    </div>
  );
}

function HomeSkeleton() {
  return (
    <div className="flex flex-col gap-4 pt-9 lg:flex-row lg:items-start">
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <CardSkeleton title="Waiting on you" rows={4} label="Loading Home" />
      </div>
      <div className="lg:w-80 lg:shrink-0">
        <CardSkeleton title="Request something" rows={4} label="Loading the catalog" />
      </div>
    </div>
  );
}
