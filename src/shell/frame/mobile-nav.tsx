import { Sheet } from "../../ui/floating/sheet";
import { BrandMark } from "../brand-mark";
import { EnvironmentMark } from "../environment-mark";
import type { Viewer } from "../session";
import type { MenuGroup } from "./menu";
import { MenuGroups } from "./sidebar";
import { productName } from "./title";

/** The menu on phones. */
export function MobileNav(props: {
  viewer: Viewer;
  groups: readonly MenuGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Sheet open={props.open} onOpenChange={props.onOpenChange} title="Menu" hideTitle side="left">
      <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-2.5 px-4 py-2 pr-14 font-semibold">
        <BrandMark />
        {productName}
        <EnvironmentMark viewer={props.viewer} />
      </div>
      <nav aria-label="Main">
        <MenuGroups groups={props.groups} isNarrow={false} onNavigate={() => props.onOpenChange(false)} />
      </nav>
    </Sheet>
  );
}
