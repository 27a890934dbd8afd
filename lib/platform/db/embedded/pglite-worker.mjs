/**
 * The embedded PostgreSQL's own thread. A plain module, so that it runs as it stands, whatever
 * bundled the code that starts it. Takes `workerData`: PgliteThreadOptions. When PostgreSQL ends, so
 * does the thread.
 */
import { parentPort, workerData } from "node:worker_threads";
import { servePglite } from "./serve-pglite.mjs";

await servePglite(parentPort, workerData, () => process.exit(1));
