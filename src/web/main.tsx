import "./look/mantine.css";
import "@fontsource-variable/inter";
import "@fontsource-variable/source-serif-4";
import "@fontsource-variable/jetbrains-mono";
import "./look/tokens.css";
import "./look/base.css";
import "./look/controls.css";
import "./look/marks.css";
import "./look/mantine-parts.css";
import "./parts/cells.css";
import { createRoot } from "react-dom/client";
import { App } from "./App.js";

const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
