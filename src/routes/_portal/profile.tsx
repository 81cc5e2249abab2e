import { createFileRoute } from "@tanstack/react-router";
import { Profile } from "../../features/people/profile/profile";
import { pageHead } from "../../shell/frame/title";
import { theme, useTheme } from "../../shell/theme/theme";

export const Route = createFileRoute("/_portal/profile")({
  head: () => pageHead("profile"),
  component: ProfilePage,
});

function ProfilePage() {
  const { themePreference } = useTheme();
  return <Profile theme={themePreference} onTheme={theme.choose} />;
}
