import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { createRootRoute, HeadContent, Outlet, ScriptOnce, Scripts } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { App } from "../shell/app";
import { sidebarScript } from "../shell/frame/sidebar-state";
import { productName } from "../shell/frame/title";
import { loadAuth } from "../shell/session";
import { themeScript } from "../shell/theme/script";
import appCss from "../styles/app.css?url";

export const Route = createRootRoute({
  beforeLoad: () => loadAuth(),
  head: () => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1, viewport-fit=cover" },
      { name: "color-scheme", content: "light dark" },
      { title: productName },
    ],
    links: [
      // Asked for at once: named only in the style sheet, it would come after the first paint.
      { rel: "preload", href: inter, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
      { rel: "stylesheet", href: appCss },
    ],
  }),
  component: Root,
  shellComponent: RootDocument,
});

// Elements that are made once: what the router tells the root of each navigation renders none of them anew.
const app = (
  <App>
    <Outlet />
  </App>
);
const head = (
  <head>
    <HeadContent />
    <ScriptOnce>{`${themeScript};${sidebarScript}`}</ScriptOnce>
  </head>
);
const scripts = <Scripts />;

function Root() {
  return app;
}

function RootDocument({ children }: Readonly<{ children: ReactNode }>) {
  return (
    // The scripts in the head put the theme's class and the sidebar's attribute on this element
    // before React sees it.
    <html lang="en-GB" suppressHydrationWarning>
      {head}
      <body>
        {children}
        {scripts}
      </body>
    </html>
  );
}
