import { afterAll, beforeAll, expect, test } from "vitest";
import { type DataDirectory, migratedDataDirectory, runService } from "@/lib/processes/server/testing/start-service";

let data: DataDirectory;
beforeAll(async () => {
	data = await migratedDataDirectory();
});
afterAll(() => data.remove());

test.each([
	["a setting that is none", { PORT: "abc" }, /PORT/],
	["half of a certificate", { TLS_CERT_FILE: "cert.pem" }, /TLS_KEY_FILE/],
	["a certificate that is not there", { TLS_CERT_FILE: "no.pem", TLS_KEY_FILE: "no.pem" }, /TLS_CERT_FILE/],
	["proxies that are none", { TRUSTED_PROXIES: "everyone" }, /TRUSTED_PROXIES/],
	["data where nothing can be made", { DATA_DIR: "/proc/none/below" }, /DATA_DIR is \/proc\/none\/below, .*ENOENT/],
	[
		"work where nothing can be made, beside a database and a store elsewhere",
		{
			DATA_DIR: "/proc/none",
			DATABASE_URL: "postgresql://127.0.0.1:9/none",
			FILE_STORE_URL: "s3://bucket?endpoint=http://127.0.0.1:9",
			NEXTAUTH_SECRET: "a secret of a test, of 32 characters",
		},
		/DATA_DIR is \/proc\/none, .*ENOENT.*also with DATABASE_URL and FILE_STORE_URL: imports, uploads and builds work there/,
	],
	["data in a file", { DATA_DIR: "/dev/null" }, /DATA_DIR is \/dev\/null, .*EEXIST/],
	[
		"files where nothing can be made",
		{ FILE_STORE_URL: "file:///proc/none" },
		/FILE_STORE_URL is file:\/\/\/proc\/none, /,
	],
])("a start ends with a sentence for %s", async (_, settings, names) => {
	const { code, output } = await runService({ DATA_DIR: data.path, ...settings });
	expect(code).toBe(1);
	expect(output).toMatch(/The service cannot start: /);
	expect(output).toMatch(names);
	expect(output).not.toContain("    at ");
});
