import type { EngineReading, FiguresAt } from "../../../contracts/environment";
import { formatBytes } from "../../lib/bytes";
import { Sparkline } from "../../ui/chart/sparkline";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { formatFigure } from "./figure-words";

/** What the embedded engine counts; nothing when the realtime backend runs elsewhere. */
export function EngineFigures({ engine, history }: { engine: EngineReading | null; history: readonly FiguresAt[] }) {
  return (
    <Card aria-labelledby="environment-engine">
      <CardHeader
        id="environment-engine"
        title="Engine"
        description={engine && history.length > 1 ? "Trend over the last hour, one reading a minute" : undefined}
      />
      {engine ? (
        <CardBody>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-6 pt-2 sm:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4">
            {FIGURES.map(({ of, term, words }) => (
              <div key={term} className="flex flex-col-reverse justify-end">
                <dd>
                  <Sparkline label={term} values={history.map((reading) => reading[of])} words={words} />
                </dd>
                <dt className="text-sm text-muted">{term}</dt>
                <dd className="text-xl font-semibold text-ink tabular-nums">{words(engine[of])}</dd>
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

/** A figure with its name, and how its values are written. */
interface Figure {
  readonly of: keyof EngineReading;
  readonly term: string;
  readonly words: (value: number) => string;
}

const FIGURES: readonly Figure[] = [
  { of: "documents", term: "Documents", words: formatFigure },
  { of: "tables", term: "Tables", words: formatFigure },
  { of: "bytesOnDisk", term: "On disk", words: formatBytes },
  { of: "connections", term: "Connections", words: formatFigure },
  { of: "subscriptions", term: "Live queries", words: formatFigure },
  { of: "commits", term: "Commits", words: formatFigure },
];
