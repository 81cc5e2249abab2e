import type { EngineReading } from "../../../contracts/environment";
import { formatBytes } from "../../lib/bytes";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { formatFigure } from "./figure-words";

/** What the embedded engine counts; nothing when the realtime backend runs elsewhere. */
export function EngineFigures({ engine }: { engine: EngineReading | null }) {
  return (
    <Card aria-labelledby="environment-engine">
      <CardHeader id="environment-engine" title="Engine" />
      {engine ? (
        <CardBody>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-6 pt-2 sm:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4">
            {figuresOf(engine).map(({ term, value }) => (
              <div key={term} className="flex flex-col-reverse justify-end">
                <dt className="text-sm text-muted">{term}</dt>
                <dd className="text-xl font-semibold text-ink tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </CardBody>
      ) : (
        <EmptyState kind="nothing-yet" title="The realtime backend runs elsewhere" className="pt-0">
          Its own dashboard has its figures.
        </EmptyState>
      )}
    </Card>
  );
}

function figuresOf(engine: EngineReading): { term: string; value: string }[] {
  return [
    { term: "Documents", value: formatFigure(engine.documents) },
    { term: "Tables", value: formatFigure(engine.tables) },
    { term: "On disk", value: formatBytes(engine.bytesOnDisk) },
    { term: "Connections", value: formatFigure(engine.connections) },
    { term: "Live queries", value: formatFigure(engine.subscriptions) },
    { term: "Commits", value: formatFigure(engine.commits) },
  ];
}
