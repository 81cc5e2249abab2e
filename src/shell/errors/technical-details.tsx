import { useId, useState } from "react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/text/copy-button";

/** Name, message and stack of an error, folded until asked for. */
export function TechnicalDetails({ error: thrown }: { error: unknown }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const text = `${error.name}: ${error.message}\n\n${error.stack ?? ""}`.trim();
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {shown ? "Hide Error Details" : "Show technical details"}
      </Button>
      <div id={id} hidden={!shown} className="w-full rounded-lg border border-line bg-sunken">
        <div className="flex items-start justify-between gap-2 px-3 pt-2">
          <p className="min-w-0 py-1 text-sm wrap-anywhere">
            <span className="font-medium">{error.name}</span>: {error.message}
          </p>
          <CopyButton text={text} label="Copy technical details" />
        </div>
        <pre
          tabIndex={0}
          aria-label="Stack trace"
          className="max-h-72 overflow-auto px-3 pb-3 font-mono text-xs text-ink-soft"
        >
          {error.stack ?? "No stack trace"}
        </pre>
      </div>
    </div>
  );
}
