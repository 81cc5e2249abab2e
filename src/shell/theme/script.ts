import { iconFor, systemDarkQuery, themeStorageKey } from "./preference";

/**
 * Runs in the document head before anything is painted, so that a cold load never shows the wrong
 * theme: reads the kept choice, sets the `dark` class and writes the page icon. It must not depend
 * on any bundle; script.test.ts runs it against the same cases as the store.
 */
export const themeScript = `(function(){
var p="system";
try{p=JSON.parse(localStorage.getItem("${themeStorageKey}")).state.themePreference}catch(e){}
var dark=p==="dark"||(p!=="light"&&matchMedia("${systemDarkQuery}").matches);
document.documentElement.classList.toggle("dark",dark);
var icon=document.createElement("link");
icon.id="app-icon";icon.rel="icon";icon.type="image/svg+xml";
icon.href=dark?"${iconFor("dark")}":"${iconFor("light")}";
document.head.appendChild(icon);
})()`;
