import { serveJobs } from "@/lib/platform/threads/serve-jobs";
import { runInspection } from "./run-job";

/** The thread on which files and contents are looked into; inspect.ts is its other end. */
serveJobs(runInspection);
