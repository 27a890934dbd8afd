import { mayOperate } from "@/lib/domain/access/access";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { NotFoundError } from "@/lib/rules/errors";

/** For others than operators, and the machine's, the list does not exist. @throws NotFoundError */
export function requireOptOuts(actor: Principal | SystemActor): void {
	if (!("system" in actor) && !mayOperate(actor)) throw new NotFoundError("opt-outs not found");
}
