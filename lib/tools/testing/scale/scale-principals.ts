import type { Principal } from "@/lib/domain/access/principal";
import type { Role } from "@/lib/generated/prisma/enums";
import { SCALE_OPERATOR, SCALE_ORGANIZATIONS, scaleId, scalePerson } from "./scale-ids";

/**
 * Callers with lists of very different sizes: everything, half, a fortieth, and a partner's
 * targets.
 */
export const SCALE_PRINCIPALS = {
	operator: principal(SCALE_OPERATOR, SCALE_ORGANIZATIONS, "operator"),
	"designer of the large organization": principal(scalePerson(1, 1), 1, "designer"),
	"designer of a small organization": principal(scalePerson(5, 3), 5, "designer"),
	"administrator of the large organization": principal(scalePerson(1, 0), 1, "administrator"),
	"administrator of a partner": principal(scalePerson(SCALE_ORGANIZATIONS, 0), SCALE_ORGANIZATIONS, "administrator"),
} as const satisfies Record<string, Principal>;

function principal(person: number, organization: number, role: Role): Principal {
	return {
		userId: scaleId("user", person),
		email: `person-${person}@org-${organization}.example`,
		organizationId: scaleId("organization", organization),
		organizationSlug: `org-${organization}`,
		membersSee: "all",
		role,
		mayManage: true,
		credential: { kind: "session", id: null },
		address: null,
		requestId: null,
	};
}
