import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Popover } from "../../ui/floating/popover";
import { Avatar } from "../../ui/text/avatar";
import { VisuallyHidden } from "../../ui/text/visually-hidden";

/** Avatars shown before the rest is a number. */
const SHOWN_AVATARS = 3;

/** Somebody else who is here, and what is said of them: "on the approval". */
export interface Face {
  readonly id: string;
  readonly name: string;
  readonly says: string;
}

const avatarClasses = "border-success bg-surface text-ink-soft";

/** Others who have a page open, as one button that names them; nothing without any. */
export function Faces({ faces, text }: { faces: readonly Face[]; text: string }) {
  if (faces.length === 0) return null;
  const more = faces.length - SHOWN_AVATARS;
  const trigger = (
    <Button variant="ghost" title={text} className="gap-0 px-1.5">
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={cn("flex gap-0.5", faces.length > 1 && "max-sm:hidden")}>
        {faces.slice(0, SHOWN_AVATARS).map(({ id, name }) => (
          <Avatar key={id} name={name} className={avatarClasses} />
        ))}
      </span>
      {more > 0 ? (
        <span aria-hidden className="ml-1 text-sm text-muted max-sm:hidden">
          +{more}
        </span>
      ) : null}
      {/* A phone's row of buttons has room for one: nothing may move when somebody comes. */}
      {faces.length > 1 ? (
        <span
          aria-hidden
          className={cn(
            "inline-flex size-7 items-center justify-center rounded-full border text-xs font-medium sm:hidden",
            avatarClasses,
          )}
        >
          {faces.length}
        </span>
      ) : null}
    </Button>
  );
  return (
    <Popover trigger={trigger} title="Also here" align="end">
      <ul className="flex flex-col gap-2">
        {faces.map(({ id, name, says }) => (
          <li key={id} className="flex items-center gap-2">
            <Avatar name={name} />
            <span className="min-w-0 wrap-anywhere text-ink">
              {name} <span className="text-muted">{says}</span>
            </span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
