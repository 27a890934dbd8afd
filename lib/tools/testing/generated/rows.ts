import type { DeploymentStatus } from "@/lib/contract/deployment";
import type { DesignStatus } from "@/lib/contract/design";
import type { DesignType } from "@/lib/contract/primitives";
import type { Principal } from "@/lib/domain/access/principal";
import type { MembersSee, Role } from "@/lib/generated/prisma/enums";
import type { Text } from "./text";

/** All rows that lists and access rules use, for the database and for references. */
export interface GeneratedWorld {
	readonly organizations: readonly { readonly id: string; readonly slug: string; readonly members_see: MembersSee }[];
	readonly users: readonly { id: string; organization_id: string; email: Text; role: Role }[];
	/** Every user with every set of scopes. */
	readonly principals: readonly Principal[];
	readonly targets: readonly WorldTarget[];
	readonly designs: readonly WorldDesign[];
	readonly builds: readonly WorldBuild[];
	readonly deployments: readonly WorldDeployment[];
}

export interface WorldTarget {
	readonly id: string;
	readonly organization_id: string;
	readonly slug: string;
	readonly name: Text;
	readonly type: string;
	readonly acceptedOrganizationIds: readonly string[];
}

export interface WorldDesign {
	readonly id: string;
	readonly name: Text;
	readonly type: DesignType;
	readonly status: DesignStatus;
	readonly owner_id: string;
	readonly owner_org_id: string;
	readonly ownerEmail: Text;
	readonly sets: readonly { readonly name: Text; readonly code: Text }[];
	readonly collaborators: readonly {
		readonly user_id: string | null;
		readonly organization_id: string | null;
		readonly can_view: boolean;
		readonly can_edit: boolean;
	}[];
	readonly visibility_tags: readonly string[];
	readonly updated_at: Date;
	readonly most_recent_build_id: string | null;
}

export interface WorldBuild {
	readonly id: string;
	readonly design_id: string;
	readonly type: DesignType;
	readonly name: Text;
	readonly status: "done" | "failed" | "rejected";
	readonly requested_by_id: string;
	readonly requested_by_org_id: string;
	readonly requested_at: Date;
	/** Only of completed builds; likewise the size, in bytes. */
	readonly completed_at: Date;
	readonly size: number;
	readonly is_first: boolean;
	/** The sets of the build, which often differ from the draft's. */
	readonly sets: WorldDesign["sets"];
}

export interface WorldDeployment {
	readonly id: string;
	readonly design: WorldDesign;
	readonly build: WorldBuild;
	readonly target: WorldTarget;
	readonly status: DeploymentStatus;
	readonly requester_id: string;
	readonly requester_org_id: string;
	readonly tags: readonly Text[];
	readonly requested_at: Date;
	readonly approved_at: Date | null;
	readonly updated_at: Date;
}
