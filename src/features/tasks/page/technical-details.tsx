import { Disclosure } from "../../../ui/page/disclosure";
import { CopyButton } from "../../../ui/text/copy-button";
import type { TaskPageData } from "../api";

/** What only whoever investigates needs: ids, input, what the system answered. Secrets are masked by the server. */
export function TechnicalDetails({ task }: { task: TaskPageData }) {
  const { id, vendor, technical } = task;
  const objects = Object.entries({
    "What the system said": vendor,
    Input: technical?.input ?? null,
    Output: technical?.output ?? null,
  }).filter(([, value]) => value !== null && Object.keys(value).length > 0);
  return (
    <Disclosure look="card" isOpen={task.status === "Failed" && task.isManager} title="Technical details">
      <div className="flex flex-col gap-3 text-sm">
        <p className="flex flex-wrap items-center gap-1 text-muted">
          Task <span className="font-mono text-xs wrap-anywhere text-ink-soft">{id}</span>
          <CopyButton text={id} label="Copy the id of the task" />
        </p>
        {technical?.externalRef ? (
          <p className="text-muted">
            Reference <span className="font-mono text-xs wrap-anywhere text-ink-soft">{technical.externalRef}</span>
          </p>
        ) : null}
        {objects.map(([name, value]) => (
          <div key={name}>
            <h3 className="text-muted">{name}</h3>
            <pre
              tabIndex={0}
              className="max-h-60 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere"
            >
              {JSON.stringify(value, null, 2)}
            </pre>
          </div>
        ))}
      </div>
    </Disclosure>
  );
}
