import type { DesignPermissions } from "@/lib/contract/design";
import {
	type DesignFacts,
	designSight,
	mayCreateDesign,
	mayEditDesign,
	mayOperate,
	mayPriceDesign,
	mayRequestDeployment,
	mayShareDesign,
} from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";

/**
 * What the caller may do with a design of any status, by the rules of its operations
 * (docs/contract.md, Roles and rights).
 */
export function designPermissionsOf(principal: Principal, facts: DesignFacts): DesignPermissions {
	const direct = designSight(principal, facts) === "direct";
	const edit = mayEditDesign(principal, facts);
	const share = mayShareDesign(principal, facts);
	return {
		see_contents: direct,
		edit,
		request_build: edit,
		request_deployment: mayRequestDeployment(principal, facts),
		share,
		delete: share,
		duplicate: direct && mayCreateDesign(principal),
		set_price: mayPriceDesign(principal, facts),
		change_owner: mayOperate(principal),
		upload_build: mayOperate(principal),
	};
}
