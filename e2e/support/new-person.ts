import { invitedPerson } from "@/lib/contract/person";
import { ApiClient } from "./api-client";
import type { RunningService } from "./service";
import { expect } from "./test";

/** The password of {@link newPerson}. */
export const PASSWORD = "a few words in a row";

/** Somebody of this test's own, who has set a password. */
export async function newPerson(
	service: RunningService,
	organization?: string,
): Promise<{ id: string; email: string; password: string }> {
	const api = new ApiClient(service, service.seed.operator.key);
	const email = `own-${Date.now()}-${Math.random().toString(36).slice(2)}@partner.example`;
	const body = JSON.stringify({ email, first_name: "Nela", role: "administrator", organization });
	const { id, link } = await api.send(invitedPerson, "POST", "/api/users", body);
	const secret = link?.split("#")[1] ?? "";
	const redeemed = await fetch(`${service.baseUrl}/api/sign-in-links/redeem`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ secret, password: PASSWORD }),
	});
	expect(redeemed.status).toBe(200);
	return { id, email, password: PASSWORD };
}
