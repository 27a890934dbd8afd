import { serveJobs } from "@/lib/platform/threads/serve-jobs";
import { runInspection } from "./run-inspection";

/** Entry of the thread that runs inspections; inspect.ts starts it. */
serveJobs(runInspection);
