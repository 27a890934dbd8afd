import { lackOf } from "@/lib/domain/accounts/credentials/authenticate-api-key";
import {
	type CredentialKind,
	kindOfSecret,
	recognizeCredential,
} from "@/lib/domain/accounts/credentials/recognize-credential";
import type { Origin } from "@/lib/domain/accounts/principal-of-user";
import type { Service } from "@/lib/platform/service";
import { AuthError } from "@/lib/rules/errors";
import { printable } from "./form-parameters";
import { isSafe } from "./is-safe";
import { queryOf } from "./read-fields";

/** A request, and the credentials that its path takes. */
export interface Door {
	readonly service: Service;
	readonly request: Request;
	readonly accepts: "management" | "product" | "agent";
	readonly origin: Origin;
}

/** A secret, and where the request has it. */
export interface Shown {
	readonly secret: string;
	readonly place: string;
}

/** The scopes that open a path of the management and the product API. */
export const OPENING_SCOPES = ["manage", "administer"] as const;

/**
 * Refuses a valid credential in the wrong place with a sentence that names both places
 * (docs/contract.md, Credentials). Returns if the credential is valid nowhere.
 * @throws AuthError
 */
export async function refuseMisplaced(door: Door, { secret, place }: Shown): Promise<void> {
	const { service, accepts, origin } = door;
	const found = await recognizeCredential(service, secret, origin);
	if (found === undefined) return;
	const { kind, scopes } = found;
	const lacks = scopes !== undefined && !OPENING_SCOPES.some((scope) => scopes.includes(scope));
	const lack = accepts !== "agent" && lacks ? `, and ${lackOf(OPENING_SCOPES)}` : "";
	throw new AuthError(`an ${kind} was found in ${place}: it belongs in ${homeOf(kind, door)}${lack}`);
}

const BEARER = "the header 'Authorization: Bearer'";

function homeOf(kind: CredentialKind, { accepts, request }: Door): string {
	if (kind === "agent key") return accepts === "agent" ? BEARER : `${BEARER} of the agent API`;
	if (accepts === "agent") return `${BEARER} of the other paths of /api, as this one takes an agent key`;
	if (kind === "access token" || accepts === "product") return BEARER;
	return isSafe(request) ? "the parameter 'KEY' of the query string" : "the parameter 'KEY' of the form body";
}

/**
 * Finds a secret of the service in a place where no credential is looked for: a header, the query
 * string, or a form.
 */
export function strayCredential({ request }: Door, form: readonly (readonly [string, string])[]): Shown | undefined {
	const query = [...new URLSearchParams(queryOf(request))];
	const places = [
		...[...request.headers].map(([name, value]) => [`the header '${printable(name)}'`, value] as const),
		...query.map(([name, value]) => [`the parameter '${printable(name)}' of the query string`, value] as const),
		...form.map(([name, value]) => [`the parameter '${printable(name)}' of the form body`, value] as const),
	];
	const [place, secret] = places.find(([, value]) => kindOfSecret(value) !== undefined) ?? [];
	return place === undefined || secret === undefined ? undefined : { place, secret };
}
