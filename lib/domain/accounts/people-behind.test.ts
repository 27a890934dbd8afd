import { afterAll, beforeAll, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createKey } from "./keys/create-key";
import { regenerateKey } from "./keys/regenerate-key";
import { peopleBehind } from "./people-behind";

let service: TestService;
let world: World;
let colleague: Principal;
beforeAll(async () => {
	service = await createTestService();
	world = await createWorld(service);
	const email = `ben-${world.target.slug}@example.com`;
	const { organizationId } = world.administrator;
	const { id } = await service.prisma.user.create({
		data: {
			organization_id: organizationId,
			email,
			email_key: email,
			role: "administrator",
			password_hash: "no password fits",
		},
	});
	colleague = { ...world.administrator, userId: id, email };
});
afterAll(() => service.drop());

/** A key for the colleague, as the issuer makes it, and who acts with it. */
async function keyBy(issuer: Principal): Promise<Principal & { readonly keyId: string }> {
	const scopes = ["manage" as const, "administer" as const];
	const wanted = { label: "k", scopes, allowed_addresses: [], expires_at: null, user_id: colleague.userId };
	const { id } = await createKey(service, issuer, wanted);
	return { ...colleague, credential: { kind: "api_key", id }, keyId: id };
}
const behind = async (who: Principal) => (await peopleBehind(service.prisma, who)).toSorted();
const both = () => [world.administrator.userId, colleague.userId].toSorted();

test("a key that was issued with a key has behind it who issued the first one", async () => {
	const first = await keyBy(world.administrator);
	expect(await behind(first)).toEqual(both());
	const second = await keyBy(first);
	expect(await behind(second)).toEqual(both());
	expect(await behind(await keyBy(second))).toEqual(both());
	expect(await behind(await keyBy(colleague))).toEqual([colleague.userId]);
});

test("so does a key that was regenerated with one", async () => {
	const own = await keyBy(colleague);
	const issued = await keyBy(world.administrator);
	await regenerateKey(service, issued, own.keyId, { grace_seconds: 0 });
	expect(await behind(own)).toEqual(both());
});

test("a key that its user has regenerated themselves is theirs alone, once nobody has an earlier value or a token of it", async () => {
	const key = await keyBy(world.administrator);
	await regenerateKey(service, colleague, key.keyId, { grace_seconds: 60 });
	expect(await behind(key)).toEqual(both());
	await regenerateKey(service, key, key.keyId, { grace_seconds: 0 });
	expect(await behind(key)).toEqual(both());
	await regenerateKey(service, colleague, key.keyId, { grace_seconds: 0 });
	expect(await behind(key)).toEqual([colleague.userId]);

	const tokens = await keyBy(world.administrator);
	await service.prisma.apiKey.update({ where: { id: tokens.keyId }, data: { scopes: ["administer", "tokens"] } });
	await regenerateKey(service, colleague, tokens.keyId, { grace_seconds: 0 });
	expect(await behind(tokens)).toEqual(both());
});
