import { useNavigate } from "@tanstack/react-router";
import { type RequestDetail, useRequestCommands } from "./api";
import { draftPage } from "./moves/primary-action";
import { useCommand } from "./moves/use-command";

/** Begins a draft with the same answers, and goes on in it. */
export function useCopy(request: Pick<RequestDetail, "id" | "type">) {
  const { copy } = useRequestCommands(request.id);
  const navigate = useNavigate();
  return useCommand(async () => {
    const draftId = await copy();
    await navigate({ href: draftPage(request.type.key, draftId) });
  }, "The request was not copied");
}
