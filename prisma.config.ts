import process from "node:process";
import { defineConfig } from "prisma/config";

// Generating the client needs no engine, yet the CLI would fetch one: it takes any program that
// exists for its own.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
process.env.CHECKPOINT_DISABLE ??= "1";

const url = process.env.DATABASE_URL;

export default defineConfig({
	schema: "prisma/schema.prisma",
	migrations: { path: "prisma/migrations" },
	...(url ? { datasource: { url } } : {}),
});
