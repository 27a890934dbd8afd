import { createHash } from "node:crypto";

/** Organizations of a scale world; the first has half of all designs. */
export const SCALE_ORGANIZATIONS = 20;
/** The last organizations, which own the targets. */
export const SCALE_PARTNERS = 8;
/**
 * Upper limit for an organization's people; number 0 is its administrator, the others are
 * designers.
 */
const PEOPLE_PER_ORGANIZATION = 100;

/** The id of the n-th object of a kind, as in SQL (`pg_temp.scale_id`). */
export function scaleId(
	kind: "organization" | "user" | "target" | "design" | "build" | "deployment",
	n: number,
): string {
	const hex = createHash("md5").update(`${kind} ${n}`).digest("hex");
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The number of a person: 0 is the administrator of the organization, the others are designers. */
export function scalePerson(organization: number, person: number): number {
	return organization * PEOPLE_PER_ORGANIZATION + person;
}

/** The number of the operator, who belongs to the last organization. */
export const SCALE_OPERATOR = 1;
