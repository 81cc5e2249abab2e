import { createFileRoute } from "@tanstack/react-router";
import { Profile } from "../../features/people/profile/profile";
import { theme, useTheme } from "../../shell/theme/theme";
import { pageTitle } from "../../shell/frame/title";

export const Route = createFileRoute("/_portal/profile")({
  head: () => ({ meta: [{ title: pageTitle("Profile") }] }),
  component: ProfilePage,
});

function ProfilePage() {
  const { themePreference } = useTheme();
  return <Profile theme={themePreference} onTheme={theme.choose} />;
}
