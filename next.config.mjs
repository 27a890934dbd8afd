import { buildDirectory } from "./lib/platform/base-path.mjs";
import { readBasePath, typesBelow } from "./lib/tools/cli/building/base-path.mjs";
import { prepareForNext } from "./lib/tools/cli/building/prepare-for-next.mjs";

const basePath = readBasePath();

/** @type {import("next").NextConfig} */
const config = {
	basePath,
	distDir: buildDirectory(basePath),
	// For the browser's side; the server's reads BASE_PATH.
	env: { NEXT_PUBLIC_BASE_PATH: basePath },
	skipTrailingSlashRedirect: true,
	poweredByHeader: false,
	reactStrictMode: true,
	// In development pages wait for the web socket of hot reloading, which Next opens to localhost
	// alone otherwise.
	allowedDevOrigins: ["127.0.0.1", "[::1]"],
	experimental: {
		// A server writes nothing into its build, which may be read-only.
		isrFlushToDisk: false,
		// To load every page and route before the first request is half of a start and 250 MB
		// (docs/decisions/0002).
		preloadEntriesOnStart: false,
	},
	// Next would write files for coding assistants into the project.
	agentRules: false,
	// Native modules, WASM that is read from disk, and drivers that must be one instance per process.
	serverExternalPackages: [
		"@electric-sql/pglite",
		"fs-native-extensions",
		"@prisma/adapter-pg",
		"@simplewebauthn/server",
		"pg",
		"@duckdb/node-api",
		"@node-rs/argon2",
		"pino",
		"prom-client",
		"@opentelemetry/api",
		"@opentelemetry/sdk-trace",
		"@opentelemetry/exporter-trace-otlp-http",
		"@opentelemetry/resources",
		"@aws-sdk/client-s3",
		"@aws-sdk/lib-storage",
		"@aws-sdk/s3-request-presigner",
	],
};

export default async function configure(phase) {
	// A server writes nothing: its image may be read-only.
	if (phase === "phase-production-server") return config;
	await prepareForNext();
	// Without tests and tools: a build works where only dependencies are installed.
	const typescript = basePath === "" ? { tsconfigPath: "tsconfig.build.json" } : typesBelow(basePath);
	// `npm run typecheck` does it, for tests and tools as well: a build would do it a second time.
	return { ...config, typescript: { ...typescript, ignoreBuildErrors: true } };
}
