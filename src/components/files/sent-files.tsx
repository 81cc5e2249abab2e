import { Download, Paperclip } from "lucide-react";
import { Suspense } from "react";
import { formatBytes } from "../../lib/bytes";
import { downloadBlob } from "../../lib/download";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { useAct } from "../form/use-act";
import type { SentFile } from "./sent-file";

/** Few conversations have pictures: its code comes with the first one. */
const Picture = lazyPart(() => import("./picture").then((part) => part.Picture));

/** Formats of pixels: nothing in them runs or is unpacked. */
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** Pictures above this are downloaded, not shown. */
export const SHOWN_BYTES = 5 * 1024 * 1024;

/** Whether a file is shown where it stands; every other one is downloaded. */
export function isShown({ contentType, size }: Pick<SentFile, "contentType" | "size">): boolean {
  return PICTURES.includes(contentType) && size <= SHOWN_BYTES;
}

/** The files beside what was said: pictures are shown, and each can be downloaded. */
export function SentFiles({ files, fetch }: { files: readonly SentFile[]; fetch: (id: string) => Promise<Blob> }) {
  if (files.length === 0) return null;
  const pictures = files.filter(isShown);
  return (
    <div className="mt-2 flex flex-col gap-2">
      {pictures.length > 0 ? (
        <div className="flex min-h-32 flex-wrap gap-2">
          <Suspense fallback={null}>
            {pictures.map((file) => (
              <Picture key={file.id} file={file} fetch={fetch} />
            ))}
          </Suspense>
        </div>
      ) : null}
      <ul aria-label="Attached files" className="flex max-w-full flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.id} className="max-w-full">
            <DownloadButton file={file} fetch={fetch} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type Shown = { file: SentFile; fetch: (id: string) => Promise<Blob> };

/** One file within a text: a picture with its name below it. */
export function NamedFile({ file, fetch }: Shown) {
  return (
    <span className="my-1 inline-flex max-w-full flex-col items-start gap-1 align-top">
      {isShown(file) ? (
        <span className="block min-h-32 max-w-full">
          <Suspense fallback={null}>
            <Picture file={file} fetch={fetch} />
          </Suspense>
        </span>
      ) : null}
      <DownloadButton file={file} fetch={fetch} />
    </span>
  );
}

function DownloadButton({ file: { id, name, size }, fetch }: Shown) {
  const { act } = useAct();
  return (
    <Button
      variant="outline"
      size="sm"
      className="max-w-full"
      onClick={() => void act("The file was not downloaded", async () => downloadBlob(name, await fetch(id)))}
    >
      <Paperclip aria-hidden />
      <VisuallyHidden>Download</VisuallyHidden>
      <span className="truncate">{name}</span>
      <span className="font-normal text-muted tabular-nums">{formatBytes(size)}</span>
      <Download aria-hidden />
    </Button>
  );
}
