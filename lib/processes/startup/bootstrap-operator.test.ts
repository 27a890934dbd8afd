import { expect, test } from "vitest";
import { createTestService } from "@/lib/tools/testing/service";
import { bootstrapOperator } from "./bootstrap-operator";

test("a common password is refused, and makes no account", async () => {
	const service = await createTestService();
	try {
		const given = (password: string) => bootstrapOperator(service, "/none", { email: undefined, password });
		await expect(given("Password1234!")).rejects.toThrow("BOOTSTRAP_PASSWORD must not be one of the common passwords");
		expect(await service.prisma.user.count()).toBe(0);
		expect(await given("a few words in a row")).toMatchObject({ passwordFile: null });
	} finally {
		await service.drop();
	}
});
