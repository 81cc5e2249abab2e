import { titleWhenCut } from "../ui/text/title-when-cut";
import { Found } from "./found/found";

/** What a request is about, as its system spells it: a role, a warehouse, a schema. */
export function Target({ name }: { name: string }) {
  return (
    <code onPointerEnter={titleWhenCut} className="min-w-0 truncate font-mono text-xs text-muted">
      <Found text={name} />
    </code>
  );
}
