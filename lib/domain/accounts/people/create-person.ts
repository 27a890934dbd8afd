import type { CreatePerson } from "@/lib/contract/person";
import { MAY_SIGN_IN, maySignIn } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { findOrganizations } from "@/lib/domain/accounts/find-organizations";
import { type Invitation, issueSignInLink, linkToMail } from "@/lib/domain/accounts/sign-in-link";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { isolate } from "@/lib/rules/text/isolate";
import { describePerson, people } from "./people";
import { requireGrantable } from "./person-rules";

/**
 * `POST /api/users` (docs/contract.md, Accounts): creates a user and a link that sets the password.
 * @throws ForbiddenError for designers, for another organization than an administrator's own, and
 *   for a role that the caller may not grant
 * @throws InvalidArgumentError for an organization that does not exist
 * @throws InvalidStateError for an e-mail that is taken
 */
export async function createPerson(service: Service, principal: Principal, wanted: CreatePerson): Promise<Invitation> {
	requireGrantable(principal, wanted.role);
	const slug = wanted.organization ?? principal.organizationSlug;
	if (principal.role !== "operator" && slug !== principal.organizationSlug) {
		throw new ForbiddenError("administrators may invite people to their own organization only");
	}
	const taken = `a user with the e-mail ${isolate(wanted.email)} exists already`;
	return transact(service.prisma, async (tx) => {
		const [organizationId = ""] = await findOrganizations(tx, "organization", [slug]);
		const key = emailKey(wanted.email);
		await refuseTakenEmail(tx, key, organizationId, taken);
		const now = service.now();
		const { id } = await tx.user.create({
			data: {
				organization_id: organizationId,
				email: wanted.email,
				email_key: key,
				first_name: wanted.first_name.trim(),
				last_name: wanted.last_name.trim(),
				role: wanted.role,
				created_at: now,
				updated_at: now,
			},
			select: { id: true },
		});
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "user",
			object_id: id,
			organization_id: organizationId,
			detail: { email: wanted.email, role: wanted.role },
		});
		const link = linkToMail(service);
		const secret = await issueSignInLink(service, tx, principal, { id, organization_id: organizationId }, link);
		const created = describePerson(principal, now, await people.find(tx, principal, id));
		return { person: created, secret, mailed: link.mailed };
	}).catch(translateConflict(taken));
}

/**
 * E-mails are unique among users who sign in, and among the others within their organization
 * (docs/contract.md, Roles and rights).
 */
async function refuseTakenEmail(tx: Transaction, key: string, organizationId: string, taken: string) {
	const other = await tx.user.findFirst({
		where: { email_key: key, OR: [{ organization_id: organizationId }, MAY_SIGN_IN] },
		select: { password_hash: true, oidc_issuer: true },
	});
	if (other === null) return;
	throw new InvalidStateError(maySignIn(other) ? taken : `${taken}: issue a sign-in link for them`);
}
