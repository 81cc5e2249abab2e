import { type RefObject, useEffect, useRef, useState } from "react";
import { Dialog } from "../../ui/floating/dialog";
import type { SentFile } from "./sent-file";

/** A picture, small; pressed, as large as the window lets it. It is fetched once it comes into sight. */
export function Picture({ file, fetch }: { file: SentFile; fetch: (id: string) => Promise<Blob> }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  const { address, fail } = usePicture(place, file, fetch);
  // One that cannot be shown can still be downloaded.
  if (address === null) return null;
  return (
    <>
      <button
        ref={place}
        type="button"
        aria-label={`Show ${file.name}`}
        className="h-32 max-w-full min-w-32 overflow-hidden rounded-md border border-line bg-sunken"
        onClick={() => setOpen(true)}
      >
        {address === undefined ? null : (
          <img src={address} alt="" className="h-full max-w-full object-contain" onError={fail} />
        )}
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={file.name} size="lg">
        <img src={address} alt={file.name} className="max-h-[75vh] max-w-full rounded-md border border-line" />
      </Dialog>
    </>
  );
}

/** The picture's address once it was in sight; null where there is nothing to show. */
function usePicture(
  place: RefObject<HTMLElement | null>,
  { id, contentType }: Pick<SentFile, "id" | "contentType">,
  fetch: (id: string) => Promise<Blob>,
) {
  const [address, setAddress] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let made: string | null = null;
    let isGone = false;
    async function load(): Promise<void> {
      const content = await fetch(id);
      if (isGone) return;
      made = URL.createObjectURL(new Blob([content], { type: contentType }));
      setAddress(made);
    }
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      load().catch(() => setAddress(null));
    });
    watch.observe(element);
    return () => {
      isGone = true;
      watch.disconnect();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [place, id, contentType, fetch]);
  return { address, fail: () => setAddress(null) };
}
