import { expect, test } from "vitest";
import { createTestService } from "@/lib/tools/testing/service";
import { bootstrapOperator, refuseCommonPassword } from "./bootstrap-operator";

test("a common password is refused while there is nobody", async () => {
	const service = await createTestService();
	try {
		const refused = (password?: string) => refuseCommonPassword(service.database.pool, password);
		await expect(refused("Password1234!")).rejects.toThrow(
			"BOOTSTRAP_PASSWORD must not be one of the common passwords",
		);
		for (const other of [undefined, "a few words in a row"]) await expect(refused(other)).resolves.toBeUndefined();
		const given = { email: undefined, password: "a few words in a row" };
		expect(await bootstrapOperator(service, "/none", given)).toMatchObject({ passwordFile: null });
		// It has made an account long ago.
		await expect(refused("Password1234!")).resolves.toBeUndefined();
	} finally {
		await service.drop();
	}
});
