import { pathTo } from "../../../../convex/site/links";
import { RowLink } from "../../../components/row-link";
import { useSettled } from "../../../lib/use-settled";
import { useOwnAlike } from "../api";

/** How long nothing is typed before one's own tickets are looked through. */
const QUIET_MS = 300;

/** Own tickets with a title like the one being typed: one conversation is answered sooner than two. */
export function OwnAlike({ title }: { title: string }) {
  const found = useOwnAlike(useSettled(title, QUIET_MS)) ?? [];
  return (
    <div role="status" className="text-sm empty:hidden">
      {found.length === 0 ? null : (
        <>
          <p className="text-ink-soft">You have already written about something like this. Is it one of these?</p>
          <ul className="flex flex-col gap-0.5">
            {found.map(({ key, title: own }) => (
              <li key={key} className="wrap-anywhere">
                <RowLink to={pathTo("ticket", { id: key })}>
                  {key} {own}
                </RowLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
