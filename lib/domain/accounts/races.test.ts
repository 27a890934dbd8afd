import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { authenticateAccessToken } from "./credentials/authenticate-access-token";
import { grantTokenByEmail, grantTokenById } from "./credentials/grant-token";

const NOBODY = { address: null, requestId: null };

describe.each(testDatabaseKinds())("races of the token API on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind, { TOKEN_TTL_SECONDS: "60" });
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const user = { email: "Grace@Example.com", first_name: "Grace", last_name: "Hopper" };
	const byEmail = (email = user.email) => grantTokenByEmail(service, world.customerAdministrator, { ...user, email });

	onPostgres("200 concurrent first requests of one user, by e-mail in any case: one user, one token", async () => {
		const spellings = [user.email, user.email.toLowerCase(), user.email.toUpperCase()];
		const grants = await Promise.all(Array.from({ length: 200 }, (_, number) => byEmail(spellings[number % 3])));
		expect(new Set(grants.map((grant) => JSON.stringify(grant))).size).toBe(1);
		expect(await service.prisma.user.count({ where: { email_key: "grace@example.com" } })).toBe(1);
		const caller = await authenticateAccessToken(service, grants[0]?.token ?? "", NOBODY);
		expect(caller).toMatchObject({ userId: grants[0]?.uid, organizationId: world.designer.organizationId });
	});

	onPostgres("100 concurrent requests for an expired token, by id and by e-mail: one new token", async () => {
		const before = await byEmail();
		service.advance(120_000);
		const grants = await Promise.all(
			Array.from({ length: 100 }, (_, number) =>
				number % 2 === 0 ? byEmail() : grantTokenById(service, world.customerAdministrator, before.uid),
			),
		);
		expect(new Set(grants.map((grant) => JSON.stringify(grant))).size).toBe(1);
		expect(grants[0]?.token).not.toBe(before.token);
		await expect(authenticateAccessToken(service, before.token, NOBODY)).rejects.toThrow("invalid access token");
	});
});
