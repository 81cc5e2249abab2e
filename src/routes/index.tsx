import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/")({ component: Home });

function Home() {
  return <h1 className="p-6 text-xl font-semibold">Data Portal</h1>;
}
