import { createFileRoute, notFound, useLocation } from "@tanstack/react-router";
import { Suspense } from "react";
import { NotFoundInFrame } from "../../shell/errors/not-found-in-frame";
import { pageTitle } from "../../shell/frame/title";
import { useViewer } from "../../shell/session";
import { lazyPart } from "../../ui/lazy-part";

const Finder = lazyPart(() => import("../-finder").then((part) => part.Finder));
const PageSearch = lazyPart(() => import("../../shell/errors/page-search").then((part) => part.PageSearch));

/** Every address without a page: whoever is signed in keeps the frame around what is said about it. */
export const Route = createFileRoute("/_portal/$")({
  head: () => ({ meta: [{ title: pageTitle("Page not found") }] }),
  loader: () => {
    throw notFound();
  },
  notFoundComponent: NotFoundWithSearch,
});

/** The search loads behind the page: what it says can be read before. */
function NotFoundWithSearch() {
  const viewer = useViewer();
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <NotFoundInFrame>
      <Suspense fallback={<div className="min-h-72" />}>
        {viewer ? <PageSearch key={pathname} viewer={viewer} finder={Finder} pathname={pathname} /> : null}
      </Suspense>
    </NotFoundInFrame>
  );
}
