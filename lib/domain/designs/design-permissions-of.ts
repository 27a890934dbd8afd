import type { DesignPermissions } from "@/lib/contract/design";
import {
	type DesignAttributes,
	designVisibility,
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
export function designPermissionsOf(principal: Principal, design: DesignAttributes): DesignPermissions {
	const direct = designVisibility(principal, design) === "direct";
	const edit = mayEditDesign(principal, design);
	const share = mayShareDesign(principal, design);
	return {
		see_contents: direct,
		edit,
		request_build: edit,
		request_deployment: mayRequestDeployment(principal, design),
		share,
		delete: share,
		duplicate: direct && mayCreateDesign(principal),
		set_price: mayPriceDesign(principal, design),
		change_owner: mayOperate(principal),
		upload_build: mayOperate(principal),
	};
}
