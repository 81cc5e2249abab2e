import { useNavigate } from "@tanstack/react-router";
import { usePageCommands } from "../../../../components/page-commands";
import { copyText } from "../../../../ui/text/copy-text";
import { type RequestDetail, useRequestCommands } from "../api";
import { useCopy } from "../use-copy";
import { type Offered, offered } from "./offered";
import { useCommand } from "./use-command";
import { useRemind } from "./use-remind";

interface OfferedCommandsProps {
  request: RequestDetail;
  isAdminFrame: boolean;
  onAnswer: () => void;
  onComment: () => void;
  onCancel: () => void;
  onHold: () => void;
}

/** Hands what can be done about the request to the palette. Shows nothing. */
export function OfferedCommands(props: OfferedCommandsProps) {
  const { request, isAdminFrame } = props;
  const { liftHold } = useRequestCommands(request.id);
  const navigate = useNavigate();
  const copy = useCopy(request);
  const remind = useRemind(request);
  const lift = useCommand(liftHold, "The hold was not lifted");

  function run(what: Offered): void {
    switch (what.do) {
      case "go":
        return void navigate({ href: what.to });
      case "answer":
        return props.onAnswer();
      case "comment":
        return props.onComment();
      case "cancel":
        return props.onCancel();
      case "hold":
        return props.onHold();
      // A command that fails has told so itself.
      case "remind":
        return void remind.start().catch(() => undefined);
      case "copy":
        return void copy.start().catch(() => undefined);
      case "liftHold":
        return void lift.start().catch(() => undefined);
      case "copyKey":
        return copyText(request.key);
      default:
        return what satisfies never;
    }
  }
  usePageCommands({
    about: request.key,
    commands: offered(request, isAdminFrame).map((what) => ({ label: what.label, run: () => run(what) })),
  });
  return null;
}
