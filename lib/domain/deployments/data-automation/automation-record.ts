import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import type { Prisma } from "@/lib/generated/prisma/client";
import { ForbiddenError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";

/** Relations that an automation's actions need. */
export const automationInclude = {
	setBy: { select: principalSelect },
	design: { select: { owner_org_id: true } },
} satisfies Prisma.DesignAutomationInclude;
export type AutomationRecord = Prisma.DesignAutomationGetPayload<{ include: typeof automationInclude }>;

/**
 * The person that set the automation, with their present rights within those of the credential that
 * set it.
 * @throws ForbiddenError when the account is disabled
 */
export function principalOfAutomation({ design_id: designId, setBy, scopes }: AutomationRecord): Principal {
	if (setBy.disabled_at !== null) throw new ForbiddenError(`the account of ${isolate(setBy.email)} is disabled`);
	const credential = { kind: "rule", id: designId, name: "new data" } as const;
	return principalOfUser(setBy, credential, scopes, { address: null, requestId: null });
}

/** The day of data in words, in UTC: `19 Nov`. */
export const dayWords = (time: Date) =>
	new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(time);
