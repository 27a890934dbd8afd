/** @type {import("next").NextConfig} */
const config = {
	skipTrailingSlashRedirect: true,
	poweredByHeader: false,
	reactStrictMode: true,
	// In development pages wait for the web socket of hot reloading, which Next opens to localhost alone otherwise.
	allowedDevOrigins: ["127.0.0.1", "[::1]"],
	// `npm run typecheck` checks types, tests included; a build must also work where only dependencies are installed.
	typescript: { ignoreBuildErrors: true },
	// Native modules, WASM that is read from disk, and drivers that must be one instance per process.
	serverExternalPackages: [
		"@electric-sql/pglite",
		"fs-native-extensions",
		"@prisma/adapter-pg",
		"pg",
		"@duckdb/node-api",
		"@node-rs/argon2",
		"pino",
		"prom-client",
		"@aws-sdk/client-s3",
		"@aws-sdk/lib-storage",
	],
};

export default config;
