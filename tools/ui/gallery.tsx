import { useEffect, useState } from "react";
import { Button } from "../../src/ui/button";
import { PageHeader } from "../../src/ui/page/page-header";
import { Toaster } from "../../src/ui/toast/toaster";
import { ChartsSection } from "./sections/charts";
import { ControlsSection, FormSection } from "./sections/controls";
import { ColoursSection, DataSection, TypeSection } from "./sections/data";
import { FloatingSection } from "./sections/floating";
import { LanesSection } from "./sections/lanes";
import { ListsSection } from "./sections/lists";
import { StatesSection } from "./sections/states";

/** `?theme=dark` opens the page dark, so that tools can look at both. */
function startsDark(): boolean {
  return new URLSearchParams(location.search).get("theme") === "dark";
}

/** Every part of src/ui with its states, in the theme chosen at the top. */
export function Gallery() {
  const [dark, setDark] = useState(startsDark);
  useEffect(() => {
    document.documentElement.classList.toggle("dark", dark);
  }, [dark]);
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-8 px-4 py-8 sm:px-8">
      <PageHeader
        title="Design system"
        context="Product-blind parts of the portal with all their states."
        actions={
          <Button variant="outline" onClick={() => setDark(!dark)}>
            {dark ? "Use light theme" : "Use dark theme"}
          </Button>
        }
      />
      <TypeSection />
      <ColoursSection />
      <ControlsSection />
      <FormSection />
      <DataSection />
      <ListsSection />
      <ChartsSection />
      <LanesSection />
      <StatesSection />
      <FloatingSection />
      <Toaster theme={dark ? "dark" : "light"} />
    </main>
  );
}
