import type { SingleSignOnProblem } from "@/lib/contract/single-sign-on";
import { MAY_SIGN_IN } from "@/lib/domain/access/access";
import { networkOf } from "@/lib/domain/accounts/addresses";
import type { AuditEntry } from "@/lib/domain/audit/record-event";
import { REPEATED_MS, recordRepeated } from "@/lib/domain/audit/record-repeated";
import { SERVICE_ID } from "@/lib/domain/audit/service-event";
import { coalesced } from "@/lib/platform/coalesced";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { countRefusedSignIn } from "@/lib/platform/metrics/metrics";
import type { Service } from "@/lib/platform/service";
import { countCall } from "@/lib/platform/throttling/take-call";

/** Why a sign-in was refused, in the words of the audit log. */
export type WhyRefused =
	| "wrong password"
	| "wrong second factor"
	| "throttled"
	| "link not valid"
	| `single sign-on: ${SingleSignOnProblem}`;

/**
 * Networks that have events of their own within the time in which repetitions are counted: for each
 * account and reason, and of those that mean no account. Beyond it they share one.
 */
const NETWORKS = { account: 10, strangers: 100 };

interface Refused {
	/** The account of the attempt, by e-mail or id. Null where none is known. */
	readonly who: { readonly email: string } | { readonly id: string } | null;
	readonly address: string;
	readonly why: WhyRefused;
}

const ACTION = "sign_in_refused";

/**
 * Records that a sign-in was refused: of the account, for the administrators of its organization,
 * or of the service. The event has no typed text, as it may be a password. A failure to record is
 * logged and does not fail the sign-in.
 */
export async function recordRefusedSignIn(service: Service, { who, address, why }: Refused): Promise<void> {
	countRefusedSignIn(isSingleSignOn(why) ? "single sign-on" : why);
	try {
		const person = who && (await findPerson(service, who));
		const entry: AuditEntry = {
			...{ action: ACTION, detail: { why } },
			...(person === null
				? { object_type: "service", object_id: SERVICE_ID }
				: { object_type: "user", object_id: person.id, organization_id: person.organization_id }),
		};
		const subject = person === null ? `strangers ${why}` : `sign-in ${person.id} ${why}`;
		const limit =
			person === null
				? { counted: "refused strangers", most: NETWORKS.strangers }
				: { counted: `refused ${subject}`, most: NETWORKS.account };
		await recordOfNetwork(service, `${subject} ${networkOf(address)}`, { ...limit, subject, address, entry });
	} catch (thrown) {
		logFailure(thrown, "an audit event could not be recorded", { action: ACTION });
	}
}

const isSingleSignOn = (why: WhyRefused): why is `single sign-on: ${SingleSignOnProblem}` =>
	why.startsWith("single sign-on: ");

/**
 * Other users may have the e-mail too: invited ones, and those that keys of other organizations act
 * for.
 */
function findPerson(service: Service, who: NonNullable<Refused["who"]>) {
	return service.prisma.user.findFirst({
		where: "id" in who ? who : { email_key: who.email, ...MAY_SIGN_IN },
		select: { id: true, organization_id: true },
	});
}

interface Occurrence {
	/** The shared subject of further networks beyond `most`. */
	readonly subject: string;
	readonly counted: string;
	readonly most: number;
	readonly address: string;
	readonly entry: AuditEntry;
}

/** One after the other for each network, so that one whose own event is under way is known. */
const recordOfNetwork = coalesced<Occurrence, void>(async (service, own, occurrences) => {
	const [first] = occurrences;
	if (first === undefined) return () => undefined;
	const subject = (await hasOwn(service, own, first)) ? own : first.subject;
	await Promise.all(
		occurrences.map(({ address, entry }) => recordRepeated(service, subject, { system: "sign-in", address }, entry)),
	);
	return () => undefined;
});

/** Whether a network has an event of its own. It is counted once, whatever it tries at once. */
async function hasOwn(service: Service, own: string, { counted, most }: Occurrence): Promise<boolean> {
	const known = await service.prisma.auditWindow.findUnique({ where: { subject: own }, select: { subject: true } });
	if (known !== null) return true;
	return (
		(await countCall(service, `refused ${own}`, 1, REPEATED_MS)) &&
		(await countCall(service, counted, most, REPEATED_MS))
	);
}
