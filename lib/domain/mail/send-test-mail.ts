import { randomUUID } from "node:crypto";
import type { Principal } from "@/lib/domain/access/principal";
import { mayOperate } from "@/lib/domain/access/roles";
import { isMailOn } from "@/lib/platform/mail/is-mail-on";
import { MailError } from "@/lib/platform/mail/mail-error";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { Service } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { testMail } from "./compose-mail";

/** Test mails of one person in a minute. */
export const TESTS_A_MINUTE = 5;

/**
 * `POST /api/mail/test`: sends the caller a mail now.
 * @returns the address, and the server's answer
 * @throws ForbiddenError for others than operators
 * @throws InvalidStateError where mail is off, or with the server's reason
 * @throws ThrottledError
 */
export async function sendTestMail(
	service: Service,
	principal: Principal,
): Promise<{ sent_to: string; answer: string }> {
	if (!mayOperate(principal)) throw new ForbiddenError("only operators may send test mails");
	if (!isMailOn(service)) throw new InvalidStateError("mail is off: the setting SMTP_URL is missing");
	await takeCall(service, `test-mail:${principal.userId}`, TESTS_A_MINUTE);
	const frame = {
		to: { name: "", address: principal.email },
		address: service.settings.PUBLIC_URL ?? "",
		timeZone: "UTC",
		messageId: `test.${randomUUID()}`,
		unsubscribe: null,
	};
	try {
		return { sent_to: principal.email, answer: await sendMail(service.settings, testMail(frame)) };
	} catch (thrown) {
		if (thrown instanceof MailError) throw new InvalidStateError(thrown.message);
		throw thrown;
	}
}
