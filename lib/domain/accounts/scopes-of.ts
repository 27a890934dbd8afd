import type { Principal } from "@/lib/domain/access/principal";
import type { KeyScope } from "@/lib/generated/prisma/enums";

/** A session has every scope, including those that its user's role may get later. */
export function scopesOf({ credential, role, mayManage }: Principal): KeyScope[] {
	if (credential.kind === "session") return ["manage", "administer"];
	return [...(mayManage ? (["manage"] as const) : []), ...(role === "designer" ? [] : (["administer"] as const))];
}
