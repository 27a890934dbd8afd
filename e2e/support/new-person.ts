import { invitedPerson, type PersonRole } from "@/lib/contract/person";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import { ApiClient } from "./api-client";
import { mark } from "./marked";
import type { RunningService } from "./service";
import { expect } from "./test";

/** The password of {@link newPerson}. */
export const PASSWORD = "a few words in a row";

/** The operator of a service, with the demo world or without. */
export async function operatorOf(service: RunningService): Promise<ApiClient> {
	if (service.firstSignIn === null) return new ApiClient(service, service.seed.operator.key);
	const { email, password } = service.firstSignIn;
	const session = await openSession(service.baseUrl, email, password);
	return new ApiClient(service, await session.issueKey(["manage", "administer"]));
}

/** Somebody of this test's own, who has set a password. */
export async function newPerson(
	service: RunningService,
	organization?: string,
	role: PersonRole = "administrator",
): Promise<{ id: string; email: string; password: string }> {
	const email = `${mark()}@partner.example`;
	const body = JSON.stringify({ email, first_name: "Nela", role, organization });
	const { id, link } = await (await operatorOf(service)).send(invitedPerson, "POST", "/api/users", body);
	const secret = link?.split("#")[1] ?? "";
	const redeemed = await fetch(`${service.baseUrl}/api/sign-in-links/redeem`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ secret, password: PASSWORD }),
	});
	expect(redeemed.status).toBe(200);
	return { id, email, password: PASSWORD };
}
