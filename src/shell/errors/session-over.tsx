import type { ErrorComponentProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { isSessionOver, useRevalidationAfter } from "../session";
import { MessageScreen } from "./screen";

/** Shown for the moment between a refused call and the sign-in page: the session ended, nothing broke. */
function SessionOver({ error }: ErrorComponentProps) {
  useRevalidationAfter(error);
  return (
    <MessageScreen title="You are signed out">
      <p className="text-ink-soft">Taking you to the sign-in page.</p>
    </MessageScreen>
  );
}

/** An error screen that stays away when the error only says that the session is over. */
export function unlessSessionOver(ErrorScreen: ComponentType<ErrorComponentProps>) {
  return function ErrorScreenUnlessSessionOver(props: ErrorComponentProps) {
    return isSessionOver(props.error) ? <SessionOver {...props} /> : <ErrorScreen {...props} />;
  };
}
