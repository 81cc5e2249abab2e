import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "../../ui/button";
import { Sheet } from "../../ui/floating/sheet";
import { EmptyState } from "../../ui/page/empty-state";
import { RelativeTime } from "../../ui/text/relative-time";
import { type KeptMessage, keptMessages } from "../../ui/toast/toast";

const NONE: readonly KeptMessage[] = [];

const icons = {
  success: <CircleCheck aria-label="Done" className="size-4 text-success" />,
  error: <CircleAlert aria-label="Error" className="size-4 text-danger" />,
  warning: <TriangleAlert aria-label="Warning" className="size-4 text-warning" />,
} satisfies Record<KeptMessage["kind"], unknown>;

/** The errors of this visit and what offered an action, for whoever was not quick enough to read them. */
export function RecentMessages({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const messages = useSyncExternalStore(keptMessages.subscribe, keptMessages.all, () => NONE);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Recent messages">
      {messages.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No messages yet">
          Errors, and messages you can undo, are kept here until you close or reload this tab.
        </EmptyState>
      ) : (
        <>
          <ol aria-label="Messages, newest first" className="border-t border-line">
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ol>
          <p className="px-4 py-3 text-sm text-muted">Kept until you close or reload this tab, the newest 50.</p>
        </>
      )}
    </Sheet>
  );
}

function Message({ message: { kind, text, description, action, at, isUsed } }: { message: KeptMessage }) {
  return (
    <li className="flex gap-2.5 border-b border-line px-4 py-3">
      <span className="mt-0.5 shrink-0">{icons[kind]}</span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="font-medium wrap-anywhere text-ink">{text}</p>
        {description ? <p className="text-sm wrap-anywhere text-ink-soft">{description}</p> : null}
        <p className="text-sm text-muted">
          <RelativeTime at={at} />
        </p>
        {action ? (
          <Button
            variant="outline"
            size="sm"
            className="mt-1"
            disabledReason={isUsed ? "Already chosen" : null}
            onClick={action.onClick}
          >
            {action.label}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
