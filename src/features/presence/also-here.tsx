import type { PresencePage } from "../../../convex/core/presence/table";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Popover } from "../../ui/floating/popover";
import { Avatar } from "../../ui/text/avatar";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { useOthers, useStay } from "./api";
import { othersText, placeText, SHOWN_AVATARS } from "./presence-words";

const avatarClasses = "border-success bg-surface text-ink-soft";

/**
 * Who else has a page about this request open, so that nobody answers or decides past another; and shows them the
 * viewer.
 */
export function AlsoHere({ request, page }: { request: string; page: PresencePage }) {
  const others = useOthers(request);
  useStay(request, page);
  if (others.length === 0) return null;
  const more = others.length - SHOWN_AVATARS;
  const text = othersText(others.map(({ name }) => name));
  const trigger = (
    <Button variant="ghost" title={text} className="gap-0 px-1.5">
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={cn("flex gap-0.5", others.length > 1 && "max-sm:hidden")}>
        {others.slice(0, SHOWN_AVATARS).map(({ id, name }) => (
          <Avatar key={id} name={name} className={avatarClasses} />
        ))}
      </span>
      {more > 0 ? (
        <span aria-hidden className="ml-1 text-sm text-muted max-sm:hidden">
          +{more}
        </span>
      ) : null}
      {/* A phone's row of buttons has room for one: nothing may move when somebody comes. */}
      {others.length > 1 ? (
        <span
          aria-hidden
          className={cn(
            "inline-flex size-7 items-center justify-center rounded-full border text-xs font-medium sm:hidden",
            avatarClasses,
          )}
        >
          {others.length}
        </span>
      ) : null}
    </Button>
  );
  return (
    <Popover trigger={trigger} title="Also here" align="end">
      <ul className="flex flex-col gap-2">
        {others.map((other) => (
          <li key={other.id} className="flex items-center gap-2">
            <Avatar name={other.name} />
            <span className="min-w-0 wrap-anywhere text-ink">
              {other.name} <span className="text-muted">{placeText(other.page, page)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
