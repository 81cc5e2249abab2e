import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { QueryBoundary } from "../../components/query-boundary";
import { explain } from "../../components/refusal-words";
import { Button } from "../../ui/button";
import { Card } from "../../ui/page/card";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { toast } from "../../ui/toast/toast";
import { type Service, useServiceCommands, useServices, useUptime } from "./api";
import { ServiceCard } from "./service-card";

/** The outside systems: how they are, and whether tasks may touch them. */
export function Services() {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Services"
        context="The systems that tasks run against: their health, and whether tasks may use them"
        actions={<CheckNow />}
      />
      <QueryBoundary title="The services did not load">
        <List />
      </QueryBoundary>
    </div>
  );
}

function CheckNow() {
  const { checkNow } = useServiceCommands();
  const [isBusy, setBusy] = useState(false);
  async function check(): Promise<void> {
    setBusy(true);
    try {
      await checkNow({});
      toast.success("Every connected system is being checked");
    } catch (error) {
      toast.error("The systems were not checked", { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="outline" busy={isBusy} busyLabel="Checking" onClick={() => void check()}>
      <RefreshCw aria-hidden />
      Check now
    </Button>
  );
}

/** Those with readings first: a short card beside a long one would be mostly empty. */
function inRows(services: readonly Service[]): Service[] {
  const isShort = ({ health }: Service): number => (health?.isConnected ? 0 : 1);
  return services.toSorted((a, b) => isShort(a) - isShort(b));
}

function List() {
  const services = useServices();
  const uptime = useUptime();
  if (services === undefined || uptime === undefined) {
    return (
      <SkeletonGroup label="Loading the services" className="grid gap-4 lg:grid-cols-2">
        {[0, 1, 2, 3].map((card) => (
          <Card key={card} className="flex h-40 flex-col gap-4 p-4">
            <Skeleton className="w-32" />
            <Skeleton className="w-64 max-w-full" />
          </Card>
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {inRows(services).map((service) => (
        <ServiceCard
          key={service.name}
          service={service}
          hours={uptime.find(({ name }) => name === service.name)?.hours ?? []}
        />
      ))}
    </div>
  );
}
