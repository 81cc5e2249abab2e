import { useContext, useId } from "react";
import { plural } from "../../../../convex/lib/pure/text";
import { ErrorPortContext } from "../../../components/errors/error-port";
import { useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { type BrowserFacts, diagnosticLines } from "./diagnostic-lines";

/** One line the sender sees, and whether they leave it in. */
export interface OfferedLine {
  readonly text: string;
  readonly isLeft: boolean;
}

/** What goes along of what was offered; nothing of what nobody looked at. */
export function leftOf(offered: readonly OfferedLine[] | null): string[] {
  return (offered ?? []).filter(({ isLeft }) => isLeft).map(({ text }) => text);
}

/**
 * What this tab noted of pages, errors and the browser: nothing of it is sent unless the sender has it shown, and then
 * only the lines they leave. What is shown is what is sent, so later errors do not come into the list by themselves.
 */
export function DiagnosticsField(props: {
  page: string | undefined;
  offered: readonly OfferedLine[] | null;
  setOffered: (offered: readonly OfferedLine[] | null) => void;
}) {
  const { page, offered, setOffered } = props;
  const roles = useViewer()?.roles ?? [];
  const { noted } = useContext(ErrorPortContext);
  const id = useId();
  const show = (): void => {
    const lines = diagnosticLines({ noted: noted(), page, roles, browser: thisBrowser() });
    setOffered(lines.map((text) => ({ text, isLeft: true })));
  };
  const left = leftOf(offered).length;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 rounded-lg border border-line bg-sunken px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="font-medium">
            Diagnostics
          </h2>
          <p role="status" className="text-sm text-muted">
            {offered === null
              ? "Your browser, and the latest pages and errors in this tab. You see every line before anything is sent."
              : left === 0
                ? "None of these lines is sent."
                : `${plural(left, "line")} of ${offered.length} will be sent. Untick anything support should not read.`}
          </p>
        </div>
        {offered === null ? (
          <Button size="sm" variant="outline" onClick={show}>
            Add diagnostics
          </Button>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => setOffered(null)}>
            Send none
          </Button>
        )}
      </div>
      {offered === null ? null : (
        <ul className="flex flex-col gap-1.5" aria-label="Lines to send">
          {offered.map(({ text, isLeft }, index) => (
            // Two errors may read alike; the list keeps its order.
            <li key={`${index} ${text}`}>
              <Checkbox
                checked={isLeft}
                onCheckedChange={(next) =>
                  setOffered(offered.map((line, at) => (at === index ? { ...line, isLeft: next } : line)))
                }
                label={
                  <span
                    className={`min-w-0 font-mono text-sm wrap-anywhere ${isLeft ? "text-ink-soft" : "text-muted line-through"}`}
                  >
                    {text}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function thisBrowser(): BrowserFacts {
  return {
    agent: navigator.userAgent,
    language: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    width: innerWidth,
    height: innerHeight,
  };
}
