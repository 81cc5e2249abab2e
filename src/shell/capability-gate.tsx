import { type ReactNode, Suspense } from "react";
import { type PageId, pageOf } from "../../convex/site/pages";
import { lazyPart } from "../ui/lazy-part";
import { useViewer } from "./session";

const NotForYou = lazyPart(() => import("./not-for-you").then((part) => part.NotForYou));

/**
 * Shows a page to those who hold its capability, and to others who can grant it. The server refuses by
 * the same table; this only spares people a page full of refusals.
 */
export function CapabilityGate({ page, children }: { page: PageId; children: ReactNode }) {
  const viewer = useViewer();
  const { capability } = pageOf(page);
  if (!viewer) return null;
  if (capability === undefined || viewer.capabilities.includes(capability)) return children;
  return (
    <Suspense fallback={null}>
      <NotForYou page={page} />
    </Suspense>
  );
}
