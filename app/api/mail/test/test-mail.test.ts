import { afterAll, beforeAll, expect, test } from "vitest";
import { TESTS_A_MINUTE } from "@/lib/domain/mail/send-test-mail";
import { createMailWorld, type MailWorld } from "@/lib/domain/mail/testing";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { issueKey } from "@/lib/tools/testing/world";
import { POST } from "./route";

let mail: MailWorld;
let refusal: Error | null = null;
beforeAll(async () => {
	mail = await createMailWorld("embedded", { onMailFrom: (_address, _session, callback) => callback(refusal) });
	setService(mail.service);
});
afterAll(async () => {
	setService(undefined);
	await mail.drop();
});

async function testMail(person: "operator" | "administrator") {
	const key = await issueKey(mail.service, mail.world[person], ["manage", "administer"]);
	return callRoute(POST, { url: "/api/mail/test", json: {}, headers: { authorization: `Bearer ${key}` } });
}

test("an operator sees that mail works, or the server's reason", async () => {
	const { email } = mail.world.operator;
	expect((await testMail("operator")).body.response?.data).toEqual({ sent_to: email, answer: "250 taken" });
	expect(mail.server.take().map(({ recipients, subject }) => [recipients, subject])).toEqual([
		[[email], "Test email from the Targeting Service"],
	]);
	refusal = Object.assign(new Error("5.7.1 sender is not yours"), { responseCode: 553 });
	const { status, body } = await testMail("operator");
	expect(status).toBe(409);
	expect(body.response?.message ?? JSON.stringify(body)).toContain(
		"the mail server refused MAIL_FROM: 553 5.7.1 sender is not yours",
	);
});

test("a person sends so many in a minute", async () => {
	mail.service.advance(60_000);
	for (let count = 0; count < TESTS_A_MINUTE; count += 1) expect((await testMail("operator")).status).toBe(409);
	expect((await testMail("operator")).status).toBe(429);
});

test("others send none", async () => {
	expect((await testMail("administrator")).status).toBe(403);
});
