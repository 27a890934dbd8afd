import { createKeyBody } from "@/lib/contract/key";
import { createOrganizationBody, editOrganizationBody } from "@/lib/contract/organization";
import { createPersonBody, editPersonBody } from "@/lib/contract/person";
import { createKey } from "@/lib/domain/accounts/keys/create-key";
import { deleteKey } from "@/lib/domain/accounts/keys/delete-key";
import { createOrganization } from "@/lib/domain/accounts/organizations/create-organization";
import { editOrganization } from "@/lib/domain/accounts/organizations/edit-organization";
import { createPerson } from "@/lib/domain/accounts/people/create-person";
import { editPerson } from "@/lib/domain/accounts/people/edit-person";
import { createSignInLink } from "@/lib/domain/accounts/sign-in/create-sign-in-link";
import type { Act, Appliers, Issued } from "./applier";
import { omit, pick } from "./fields";

/** Organizations, people and keys. */
export const ACCOUNTS: Appliers<"organization" | "person" | "key"> = {
	organization: {
		async create({ service, principal, wanted }) {
			const body = createOrganizationBody.parse(omit(wanted, "second_factor_required"));
			const { id } = await createOrganization(service, principal, body);
			if (wanted.second_factor_required === true) {
				await editOrganization(service, principal, id, { second_factor_required: true });
			}
			return { id };
		},
		async change({ service, principal, id, changed }) {
			await editOrganization(service, principal, id, editOrganizationBody.parse(changed));
			return undefined;
		},
	},
	person: {
		async create({ service, principal, wanted }) {
			const body = createPersonBody.parse(omit(wanted, "keys"));
			const { person, secret, mailed } = await createPerson(service, principal, body);
			return { id: person.id, issued: { what: "link", secret, mailed } };
		},
		change: changePerson,
		remove: ({ service, principal, id }) => editPerson(service, principal, id, { disabled: true }),
	},
	key: {
		async create(act) {
			const { id, key } = await issueKey(act);
			return { id, issued: { what: "key", secret: key, mailed: false } };
		},
		/** No right of a key can be changed. */
		async change(act) {
			await deleteKey(act.service, act.principal, act.id);
			return { what: "key", secret: (await issueKey(act)).key, mailed: false };
		},
		remove: ({ service, principal, id }) => deleteKey(service, principal, id),
	},
};

/** Enables who is disabled, and invites who has had tokens alone. */
async function changePerson({ service, principal, id, changed, differences }: Act): Promise<Issued | undefined> {
	const access = differences.find(({ field }) => field === "access")?.before;
	const fields = {
		...pick(changed, "first_name", "last_name", "role"),
		...(access === "disabled" && { disabled: false }),
	};
	if (Object.keys(fields).length > 0) await editPerson(service, principal, id, editPersonBody.parse(fields));
	if (access !== "token_only") return undefined;
	const { secret, mailed } = await createSignInLink(service, principal, id);
	return { what: "link", secret, mailed };
}

/** With what the given fields lack as it was. */
function issueKey({ service, principal, parentId, wanted, current }: Act) {
	return createKey(service, principal, createKeyBody.parse({ ...current?.fields, ...wanted, user_id: parentId }));
}
