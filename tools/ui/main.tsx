import "./ui.css";
import { createRoot } from "react-dom/client";
import { Gallery } from "./gallery";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(<Gallery />);
