import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setService } from "@/lib/platform/service";
import { type Credential, createCredentials } from "@/lib/tools/testing/access/credentials";
import {
	CREDENTIAL_NAMES,
	type CredentialName,
	type Door,
	type Opening,
	openingOf,
} from "@/lib/tools/testing/access/doors";
import { ROUTE_ROWS, routeOf } from "@/lib/tools/testing/access/route-rows";
import { type Sent, send } from "@/lib/tools/testing/access/send";
import { createTestService, type TestService } from "@/lib/tools/testing/service";

/** A parameter that no route takes: only who comes in is told so, and nothing is done. */
const UNKNOWN = { no_such_parameter: "1" };

/**
 * Every route and every credential: which ones come in. What is expected stands in docs/access.md.
 */
describe("doors", () => {
	let service: TestService;
	let credentials: Readonly<Record<CredentialName, Credential>>;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		credentials = await createCredentials(service);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	test.each(ROUTE_ROWS.filter(([row]) => row === routeOf(row)))("%s", async (route, door) => {
		const opened = {} as Record<CredentialName, unknown>;
		for (const name of CREDENTIAL_NAMES) opened[name] = openingShownBy(await knock(route, door, credentials[name]));
		expect(opened).toEqual(Object.fromEntries(CREDENTIAL_NAMES.map((name) => [name, openingOf(name, door)])));
	});
});

/** Sends the unknown parameter where the route takes parameters. */
function knock(route: string, door: Door, { key, headers = {} }: Credential): Promise<Sent> {
	const params = Object.fromEntries([...route.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => [name, idOf(name)]));
	const shown = { headers, ...(key !== undefined && { key }) };
	if (door === "management POST") return send(route, { params, form: UNKNOWN }, shown);
	// The one route whose content type is judged without a body.
	const type = route.endsWith("/external-build") && { headers: { "content-type": "application/octet-stream" } };
	return send(route, { params, query: UNKNOWN, keyInQuery: true, ...type }, shown);
}

const idOf = (name: string) => (name.endsWith("_slug") ? "missing" : "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11");

function openingShownBy({ status, body }: Sent): Opening | readonly unknown[] {
	const { message = "" } = JSON.parse(body || "{}");
	if (status === 401 || status === 403) return status;
	if (status === 400 && message.includes("different callers")) return status;
	return status === 400 && /no_such_parameter|KEY/.test(message) ? "opens" : [status, message];
}
