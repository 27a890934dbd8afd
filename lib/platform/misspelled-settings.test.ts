import { expect, test } from "vitest";
import { documentedSettings, knownSettings } from "@/lib/tools/testing/known-settings";
import { settingNames } from "./env";
import { misspelledSettings } from "./misspelled-settings";

test.each([
	["DATABSE_URL", "DATABASE_URL"],
	["DATABASE_URL_FIEL", "DATABASE_URL_FILE"],
	["database_url", "DATABASE_URL"],
	["DATADIR", "DATA_DIR"],
	["TRUSTED_PROXY", null],
	["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
	["PROT", null],
	["HOSTNAME", null],
	["PATH", null],
	["SSL_CERT_FILE", null],
	["TARGETING_SERVICE_PORT", null],
	["OTEL_EXPORTER_OTLP_HEADERS", null],
])("%s may be meant for %s", (variable, setting) => {
	const found = misspelledSettings([variable], settingNames);
	expect(found).toEqual(setting === null ? [] : [{ variable, setting }]);
});

test("no setting of service, worker or agent is taken for another one", () => {
	expect(documentedSettings.size).toBeGreaterThan(40);
	expect(misspelledSettings([...knownSettings], settingNames)).toEqual([]);
});
