/** What the agent's panel opens, fetched together when the first of them is. */

export { SuggestDialog } from "./converting/suggest-dialog";
export { ResolveDialog } from "./resolving/resolve-dialog";
export { WaitDialog } from "./wait-dialog";
