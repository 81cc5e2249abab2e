import { localFlag } from "../../components/local-flag";

const key = "portal-sidebar-collapsed";

/**
 * Whether the sidebar is narrow. Its width hangs on an attribute of the root element, which the
 * script below sets before first paint, so a remembered narrow sidebar never starts wide.
 */
export const sidebarCollapsed = localFlag(key, false, (on) => {
  document.documentElement.toggleAttribute("data-sidebar-collapsed", on);
});

/** Runs in the document head. */
export const sidebarScript = `(function(){
try{document.documentElement.toggleAttribute("data-sidebar-collapsed",localStorage.getItem("${key}")==="on")}catch(e){}
})()`;
