import { QueryBoundary } from "../../../components/query-boundary";
import { PageHeader } from "../../../ui/page/page-header";
import { Tabs } from "../../../ui/page/tabs";
import { DeleteUserForm } from "./delete-form";
import { RemoveUserForm } from "./remove-form";
import { RemovedPeople } from "./removed";

function FromPortal({ linked }: { linked: Parameters<typeof RemoveUserForm>[0]["linked"] }) {
  return (
    <div className="flex flex-col gap-4">
      <RemoveUserForm linked={linked} />
      <QueryBoundary title="Who was removed could not be loaded">
        <RemovedPeople />
      </QueryBoundary>
    </div>
  );
}

/** From which system somebody goes. */
export type RemoveFrom = "portal" | "snowflake";

/** The page that lets people go: two systems, two actions. */
export function RemoveUser(props: {
  from: RemoveFrom;
  onFrom: (from: RemoveFrom) => void;
  /** Who goes and who takes over, where a link named them. */
  linked: Parameters<typeof RemoveUserForm>[0]["linked"];
}) {
  const { from, onFrom, linked } = props;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Remove User"
        context="Two systems, two actions. Removing ends somebody's sign-in to this portal; deleting ends their user in Snowflake."
      />
      <Tabs
        label="From where"
        value={from}
        onValueChange={onFrom}
        items={[
          { value: "portal", label: "Remove user", panel: <FromPortal linked={linked} /> },
          { value: "snowflake", label: "Delete user", panel: <DeleteUserForm /> },
        ]}
      />
    </div>
  );
}
