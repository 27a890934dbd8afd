import type { SingleSignOnProblem } from "@/lib/contract/single-sign-on";
import { REPEATED_MS, recordRepeated } from "@/lib/domain/audit/record-repeated";
import { SERVICE_ID } from "@/lib/domain/audit/service-event";
import type { Service } from "@/lib/platform/service";
import { countCall } from "@/lib/platform/throttling/take-call";
import { networkOf } from "./addresses";

/** Why somebody was not let in, as the audit log says it. */
export type WhyRefused =
	| "wrong password"
	| "wrong second factor"
	| "throttled"
	| "link not valid"
	| `single sign-on: ${SingleSignOnProblem}`;

/**
 * Networks that try accounts which do not exist and have events of their own, within the time in
 * which repetitions are counted. Beyond it they share one.
 */
const STRANGERS = 100;

/**
 * Records that a sign-in was refused: of the account, for the administrators of its organization,
 * or of the service. Nothing that was typed is recorded, as it may be a password.
 */
export async function recordRefusedSignIn(
	service: Service,
	{ email, address, why }: { readonly email: string | null; readonly address: string; readonly why: WhyRefused },
): Promise<void> {
	const actor = { system: "sign-in", address };
	const action = "sign_in_refused";
	const person =
		email === null
			? null
			: await service.prisma.user.findFirst({
					where: { emailKey: email },
					select: { id: true, organizationId: true },
					orderBy: { id: "asc" },
				});
	if (person !== null) {
		const { id: objectId, organizationId } = person;
		const entry = { action, objectType: "user", objectId, organizationId, detail: { why } } as const;
		return recordRepeated(service, `sign-in ${objectId} ${why}`, actor, entry);
	}
	const subject = await subjectOfStranger(service, address, why);
	return recordRepeated(service, subject, actor, {
		action,
		objectType: "service",
		objectId: SERVICE_ID,
		detail: { why },
	});
}

async function subjectOfStranger(service: Service, address: string, why: WhyRefused): Promise<string> {
	const subject = `stranger ${networkOf(address)} ${why}`;
	const known = await service.prisma.auditWindow.findUnique({ where: { subject }, select: { subject: true } });
	if (known !== null || (await countCall(service, "audit-strangers", STRANGERS, REPEATED_MS))) return subject;
	return `strangers ${why}`;
}
