#!/usr/bin/env node
import { runCommand } from "./run-command";

// A reader such as `head` that has enough is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
process.exitCode = await runCommand(process.argv.slice(2));
