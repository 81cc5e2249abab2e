import { Download } from "lucide-react";
import { useState } from "react";
import { explain } from "../../../components/refusal-words";
import { downloadText } from "../../../lib/download";
import { Button } from "../../../ui/button";
import { toast } from "../../../ui/toast/toast";
import { useExportOwn } from "./api";

/** Hands the viewer everything of their own that the portal holds, as one file. */
export function OwnDataDownload({ disabledReason }: { disabledReason: string | null }) {
  const exportOwn = useExportOwn();
  const [isBusy, setBusy] = useState(false);
  async function run(): Promise<void> {
    setBusy(true);
    try {
      const data = await exportOwn({});
      downloadText("my-data.json", JSON.stringify(data, null, 2), "application/json");
      toast.success("Your data was downloaded");
    } catch (error) {
      toast.error("The download failed", { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div>
      <Button
        variant="outline"
        busy={isBusy}
        busyLabel="Collecting your data..."
        disabledReason={disabledReason}
        onClick={() => void run()}
      >
        <Download aria-hidden />
        Download my data
      </Button>
    </div>
  );
}
