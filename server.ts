import { ROUTES } from "@/lib/generated/routes";
import { startUp } from "@/lib/processes/server/start-up";

// Pages are compiled on demand with `--dev` (npm run dev), and taken from the build otherwise (npm
// start).
await startUp({ dev: process.argv.includes("--dev"), routes: ROUTES });
