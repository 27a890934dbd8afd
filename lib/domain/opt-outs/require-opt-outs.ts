import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { NotFoundError } from "@/lib/rules/errors";

/** For others than operators the list does not exist. @throws NotFoundError */
export function requireOptOuts(principal: Principal): void {
	if (!mayOperate(principal)) throw new NotFoundError("opt-outs not found");
}
