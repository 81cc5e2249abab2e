import { createFileRoute, notFound, Outlet, redirect, rootRouteId } from "@tanstack/react-router";
import { Fragment, Suspense, useEffect, useState } from "react";
import { signInHref } from "../../contracts/redirect";
import { ErrorHelpContext } from "../components/errors/error-port";
import { useUnseenCount } from "../features/notifications/api";
import { makeFormats } from "../lib/dates";
import { whenIdle } from "../lib/when-idle";
import { PageError } from "../shell/errors/page-error";
import { PortalFrame } from "../shell/frame/frame";
import { Opening } from "../shell/frame/opening";
import type { MenuMarks } from "../shell/frame/use-menu";
import { setReportTag } from "../shell/reporting";
import { useMustChangePassword, useViewer } from "../shell/session";
import { lazyPart } from "../ui/lazy-part";
import { FirstPassword } from "./-first-password";
import { getReadyToAsk } from "./-open-ahead";

const ImpersonationBanner = lazyPart(() =>
  import("../features/impersonation/banner").then((part) => part.ImpersonationBanner),
);
const ErrorHelp = lazyPart(() => import("../features/articles/error-help").then((part) => part.ErrorHelp));
const errorHelp = <ErrorHelp />;
const Finder = lazyPart(() => import("./-finder").then((part) => part.Finder));
const MenuNews = lazyPart(() => import("./-menu-news").then((part) => part.MenuNews));

const NO_NEWS: MenuMarks = {};

/** The authenticated layout: nobody gets past it without a user. */
export const Route = createFileRoute("/_portal")({
  beforeLoad: ({ context, location, matches }) => {
    if (context.userId) return;
    // An address that leads nowhere says so; there is nothing to sign in for.
    if (matches.some(({ routeId }) => routeId === "/_portal/$")) throw notFound({ routeId: rootRouteId });
    throw redirect({ href: signInHref(location.href) });
  },
  component: Portal,
  errorComponent: PageError,
});

function Portal() {
  const viewer = useViewer();
  const mustChangePassword = useMustChangePassword();
  const unseen = useUnseenCount();
  const [news, setNews] = useState(NO_NEWS);
  useEffect(getReadyToAsk, []);
  useEffect(() => whenIdle(makeFormats), []);
  const mode = viewer?.impersonation?.mode ?? null;
  useEffect(() => setReportTag("impersonation", mode), [mode]);
  // Once there, the banner stays to say when it is over.
  const [hasBanner, setBanner] = useState(false);
  if (viewer?.impersonation && !hasBanner) setBanner(true);
  // Not lazy: a part whose code is late is rendered again when the session becomes known, without what was typed into
  // it.
  if (mustChangePassword) return <FirstPassword />;
  if (!viewer) return <Opening />;
  const banner = hasBanner ? (
    <Suspense fallback={null}>
      <ImpersonationBanner record={viewer.impersonation} />
    </Suspense>
  ) : null;
  return (
    <PortalFrame viewer={viewer} unseen={unseen} news={news} finder={Finder} banner={banner}>
      {/* What was typed as one person is never sent as another: with the eyes the page begins anew. */}
      <ErrorHelpContext value={errorHelp}>
        <Fragment key={viewer.impersonation?.sessionId}>
          <Outlet />
        </Fragment>
      </ErrorHelpContext>
      <Suspense fallback={null}>
        <MenuNews onNews={setNews} />
      </Suspense>
    </PortalFrame>
  );
}
