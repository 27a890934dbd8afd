import { inventoryImportResult, inventorySource } from "@/lib/contract/inventory";
import { issuedKey } from "@/lib/contract/key";
import { organization } from "@/lib/contract/organization";
import type { PersonRole } from "@/lib/contract/person";
import { issuedAgentKey, targetDetail } from "@/lib/contract/target";
import { ApiClient } from "./api-client";
import type { OwnTarget } from "./deployed";
import { VISITS } from "./job-designs";
import { mark } from "./marked";
import { newPerson, operatorOf } from "./new-person";
import type { RunningService } from "./service";

export interface Member {
	email: string;
	password: string;
	/** Calls with a key of theirs. */
	api: ApiClient;
}

/** A customer and a partner in organizations of their own, the partner's target, and a source. */
export interface Cast {
	designer: Member;
	administrator: Member;
	target: OwnTarget;
	/** Slug of an inventory source that the customer may use. */
	source: string;
}

/** Makes them in any service, as its operator. */
export async function makeCast(service: RunningService): Promise<Cast> {
	const operator = await operatorOf(service);
	const word = mark();
	const [customer, partner, source] = [`customer-${word}`, `partner-${word}`, `source-${word}`];
	const send = (path: string, body: object) => [path, JSON.stringify(body)] as const;
	for (const slug of [customer, partner]) {
		await operator.send(organization, "POST", ...send("/api/organizations", { slug, name: slug }));
	}
	const member = async (slug: string, role: PersonRole): Promise<Member> => {
		const { id, email, password } = await newPerson(service, slug, role);
		const scopes = role === "designer" ? ["manage"] : ["manage", "administer"];
		const made = send("/api/keys", { label: "Of the test", scopes, user_id: id });
		const { key } = await operator.send(issuedKey, "POST", ...made);
		return { email, password, api: new ApiClient(service, key ?? "") };
	};
	const designer = await member(customer, "designer");
	const administrator = await member(partner, "administrator");
	const at = { name: `Servers ${word}`, slug: `servers-${word}`, accepted_organizations: [customer] };
	const { id, name } = await administrator.api.send(targetDetail, "POST", ...send("/api/targets", at));
	const agent = send(`/api/targets/${id}/agent-keys`, { label: "Agent of the test" });
	const { key } = await administrator.api.send(issuedAgentKey, "POST", ...agent);
	const usable = { slug: source, name: source, organizations: [customer] };
	await operator.send(inventorySource, "POST", ...send("/api/inventory-sources", usable));
	const imports = `/api/inventory-sources/${source}/imports`;
	await operator.send(inventoryImportResult, "POST", imports, VISITS, "text/csv");
	return { designer, administrator, target: { id, name, key: key ?? "" }, source };
}
