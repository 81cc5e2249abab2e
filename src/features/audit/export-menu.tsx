import { Download } from "lucide-react";
import { useState } from "react";
import { explain } from "../../components/refusal-words";
import { downloadText } from "../../lib/download";
import { useWhyNotExport } from "../../shell/session";
import { Button } from "../../ui/button";
import { Menu, MenuItem } from "../../ui/floating/menu";
import { toast } from "../../ui/toast/toast";
import { type EventDetail, type EventFilter, type EventPlace, type ExportFormat, useExportPart } from "./api";
import { fileName, fileText } from "./export";

/** An export ends here; older events need a narrower filter. */
const MAX_EXPORTED = 10_000;
const TYPES: Record<ExportFormat, string> = { csv: "text/csv;charset=utf-8", json: "application/json" };

/** Takes what the filter shows, all pages of it, as a file. Each part taken is an event of the audit trail. */
export function ExportMenu({ filter }: { filter: EventFilter }) {
  const [taken, setTaken] = useState<number | null>(null);
  const whyNot = useWhyNotExport();
  const take = useTakeAll(setTaken);
  const start = (format: ExportFormat) => {
    take(filter, format)
      .then(({ events, isCut }) => {
        downloadText(fileName(Date.now(), format), fileText(events, format), TYPES[format]);
        const words = `${events.length.toLocaleString("en-GB")} events exported`;
        if (isCut) toast.warning(words, { description: "These are the newest. Choose an earlier time for the rest." });
        else toast.success(words);
      })
      .catch((error: unknown) => toast.error("The events could not be exported", { description: explain(error) }))
      .finally(() => setTaken(null));
  };
  return (
    <Menu
      trigger={
        <Button
          variant="outline"
          busy={taken !== null}
          busyLabel={`Exporting ${taken?.toLocaleString("en-GB") ?? ""}...`}
          disabledReason={whyNot}
        >
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      <MenuItem onClick={() => start("csv")}>As CSV</MenuItem>
      <MenuItem onClick={() => start("json")}>As JSON</MenuItem>
    </Menu>
  );
}

function useTakeAll(onTaken: (count: number) => void) {
  const exportPart = useExportPart();
  return async (filter: EventFilter, format: ExportFormat): Promise<{ events: EventDetail[]; isCut: boolean }> => {
    const events: EventDetail[] = [];
    let after: EventPlace | null = null;
    onTaken(0);
    do {
      const part: { events: EventDetail[]; next: EventPlace | null } = await exportPart({
        filter,
        format,
        ...(after && { after }),
      });
      events.push(...part.events);
      after = part.next;
      onTaken(events.length);
    } while (after !== null && events.length < MAX_EXPORTED);
    return { events, isCut: after !== null };
  };
}
