import { createFileRoute, notFound } from "@tanstack/react-router";
import { NotFoundInFrame } from "../../shell/errors/not-found-in-frame";
import { pageTitle } from "../../shell/frame/title";

/** Every address without a page: whoever is signed in keeps the frame around what is said about it. */
export const Route = createFileRoute("/_portal/$")({
  head: () => ({ meta: [{ title: pageTitle("Page not found") }] }),
  loader: () => {
    throw notFound();
  },
  notFoundComponent: NotFoundInFrame,
});
