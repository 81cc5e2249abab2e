import { Card, CardHeader } from "../../../ui/page/card";
import { CopyButton } from "../../../ui/text/copy-button";

/** What its writer sent along of page, browser and errors. It comes from their browser, so it proves nothing. */
export function Diagnostics({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Card aria-labelledby="diagnostics">
      <CardHeader
        id="diagnostics"
        title="Diagnostics"
        description="Sent along by the requester"
        actions={<CopyButton text={lines.join("\n")} label="Copy diagnostics" />}
      />
      <ul
        tabIndex={0}
        aria-label="Diagnostics"
        className="flex max-h-72 flex-col gap-1.5 overflow-y-auto px-4 pb-4 font-mono text-xs text-ink-soft"
      >
        {lines.map((line, index) => (
          // Two errors may read alike.
          <li key={`${index} ${line}`} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
