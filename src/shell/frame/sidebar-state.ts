import { localFlag } from "../../components/local-flag";

const key = "portal-sidebar-collapsed";

/** A window in which a wide sidebar would take more than a fifth of the room. */
const narrowWindow = "(width < 64rem)";

/**
 * Whether the sidebar is narrow: as it was left, and until somebody chose, where the window is narrow. Its width hangs on
 * an attribute of the root element, which the script below sets before first paint: a narrow sidebar never starts wide.
 */
export const sidebarCollapsed = localFlag(key, narrowWindow, (on) => {
  document.documentElement.toggleAttribute("data-sidebar-collapsed", on);
});

/** Runs in the document head. */
export const sidebarScript = `(function(){
var kept=null;try{kept=localStorage.getItem("${key}")}catch(e){}
document.documentElement.toggleAttribute("data-sidebar-collapsed",kept?kept==="on":matchMedia("${narrowWindow}").matches)
})()`;
