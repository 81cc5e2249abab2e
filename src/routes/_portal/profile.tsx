import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { Profile } from "../../features/people/profile/profile";
import { pageHead } from "../../shell/frame/title";
import { SingleKeysSwitch } from "../../shell/keyboard/single-keys-switch";
import { theme, useTheme } from "../../shell/theme/theme";
import { lazyPart } from "../../ui/lazy-part";

const OwnSessions = lazyPart(() =>
  import("../../features/impersonation/sessions-list").then((part) => part.OwnSessions),
);

const OwnAbsence = lazyPart(() =>
  import("../../features/approvals/delegating/own-absence").then((part) => part.OwnAbsence),
);

export const Route = createFileRoute("/_portal/profile")({
  head: () => pageHead("profile"),
  component: ProfilePage,
});

function ProfilePage() {
  const { themePreference } = useTheme();
  return (
    <Profile
      theme={themePreference}
      onTheme={theme.choose}
      keyboard={<SingleKeysSwitch />}
      absence={
        <Suspense fallback={null}>
          <OwnAbsence />
        </Suspense>
      }
      impersonations={
        <Suspense fallback={null}>
          <OwnSessions />
        </Suspense>
      }
    />
  );
}
