import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editPerson } from "@/lib/domain/accounts/people/edit-person";
import { beforeCommit } from "@/lib/tools/testing/beside";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createKey } from "./create-key";

describe.runIf(testDatabaseKinds().includes("postgres"))("issuing keys on postgres", () => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService("postgres");
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	test("an administering key that is issued while its user becomes an operator is withdrawn", async () => {
		const { userId: id } = world.colleague;
		await service.prisma.user.update({ where: { id }, data: { role: "administrator" } });
		const beside = beforeCommit(service, () => editPerson(service, world.operator, id, { role: "operator" }));
		const wanted = { label: "In between", scopes: ["administer" as const], allowed_addresses: [], expires_at: null };
		const key = await createKey(beside.service, world.customerAdministrator, { ...wanted, user_id: id });
		await expect(beside.begun()).resolves.toMatchObject({ role: "operator" });
		const { revoked_at: revokedAt } = await service.prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } });
		expect(revokedAt).not.toBeNull();
	});
});
