import { plural } from "../../../../../convex/lib/pure/text";
import { toast } from "../../../../ui/toast/toast";
import { type RequestDetail, useRequestCommands } from "../api";
import { useCommand } from "./use-command";

/** Reminds those who have to decide. */
export function useRemind(request: Pick<RequestDetail, "id">) {
  const { remind } = useRequestCommands(request.id);
  return useCommand(async () => {
    const people = await remind();
    toast.success(
      people === 0 ? "Nobody has to decide at the moment" : `${plural(people, "person", "people")} reminded`,
    );
  }, "The reminder was not sent");
}
