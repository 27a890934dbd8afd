import { endOfDay } from "@/components/kit/table/local-day";
import { KEY_SCOPES } from "@/lib/contract/constants";
import { createKeyBody } from "@/lib/contract/key";

export type KeyFieldName = "label" | "scopes" | "allowed_addresses" | "expires_at";
export type KeyProblems = Partial<Record<KeyFieldName, string>>;

const text = (fields: FormData, name: string) => String(fields.get(name) ?? "").trim();

/** Reads the fields as the request body, or as a problem by field. */
export function readKey(fields: FormData) {
	const userId = text(fields, "user_id");
	// The contract rejects an invalid day.
	const expiry = text(fields, "expires_at");
	const body = {
		label: text(fields, "label"),
		scopes: KEY_SCOPES.filter((scope) => fields.getAll("scopes").includes(scope)),
		allowed_addresses: text(fields, "allowed_addresses")
			.split(/[\s,]+/)
			.filter((address) => address !== ""),
		expires_at: expiry === "" ? null : (endOfDay(expiry)?.toISOString() ?? expiry),
		...(userId === "" ? {} : { user_id: userId }),
	};
	const problems: KeyProblems = {};
	for (const { path, message } of createKeyBody.safeParse(body).error?.issues ?? []) {
		const field = path[0] as KeyFieldName;
		problems[field] ??= `This ${message.startsWith("must") ? message : "is not valid"}.`;
	}
	return Object.keys(problems).length > 0 ? { problems } : { body };
}
