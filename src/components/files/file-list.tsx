import { CircleAlert, CircleCheck, LoaderCircle, X } from "lucide-react";
import { formatBytes } from "../../lib/bytes";
import { Button } from "../../ui/button";
import { ProgressBar } from "../../ui/page/progress-bar";
import type { ShownFile } from "./use-files";

/** The files of something that is being written: how far each is, and why one was refused. */
export function FileLines({ files }: { files: readonly ShownFile[] }) {
  return (
    <ul aria-label="Files" className="flex flex-col gap-1.5" aria-live="polite">
      {files.map((file) => (
        <li key={file.key} className="flex items-start gap-2 rounded-md border border-line bg-sunken px-2 py-1">
          <span className="mt-1">
            <State file={file} />
          </span>
          <div className="min-w-0 flex-1 py-0.5">
            <p className="flex min-w-0 flex-wrap gap-x-2 text-sm">
              <span className="min-w-0 wrap-anywhere text-ink">{file.name}</span>
              <span className="text-muted tabular-nums">{formatBytes(file.size)}</span>
              <span className="text-muted">{words(file)}</span>
            </p>
            {file.state === "sending" ? (
              <ProgressBar label={`Sending ${file.name}`} value={file.share} max={1} />
            ) : null}
            {file.problem ? <p className="text-sm text-danger">{file.problem}</p> : null}
          </div>
          <Button variant="ghost" size="iconSm" aria-label={`Remove ${file.name}`} onClick={file.remove}>
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function words({ state, share }: ShownFile): string {
  switch (state) {
    case "sending":
      return `sending, ${Math.round(share * 100)}%`;
    case "checking":
      return "being checked";
    case "accepted":
      return "ready";
    case "refused":
      return "refused";
    default:
      return state satisfies never;
  }
}

function State({ file: { state } }: { file: ShownFile }) {
  if (state === "accepted") return <CircleCheck aria-hidden className="size-4 text-success" />;
  if (state === "refused") return <CircleAlert aria-hidden className="size-4 text-danger" />;
  return <LoaderCircle aria-hidden className="size-4 animate-spin text-info" />;
}
