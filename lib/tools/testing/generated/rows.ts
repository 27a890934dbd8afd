import type { DeploymentStatus } from "@/lib/contract/deployment";
import type { DesignStatus } from "@/lib/contract/design";
import type { DesignType } from "@/lib/contract/primitives";
import type { Principal } from "@/lib/domain/access/principal";
import type { MembersSee, Role } from "@/lib/generated/prisma/enums";
import type { Text } from "./text";

/** All rows that lists and access rules use, for the database and for references. */
export interface GeneratedWorld {
	readonly organizations: readonly { readonly id: string; readonly slug: string; readonly membersSee: MembersSee }[];
	readonly users: readonly { id: string; organizationId: string; email: Text; role: Role }[];
	/** Every user with every set of scopes. */
	readonly principals: readonly Principal[];
	readonly targets: readonly WorldTarget[];
	readonly designs: readonly WorldDesign[];
	readonly builds: readonly WorldBuild[];
	readonly deployments: readonly WorldDeployment[];
}

export interface WorldTarget {
	readonly id: string;
	readonly organizationId: string;
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
	readonly ownerId: string;
	readonly ownerOrgId: string;
	readonly ownerEmail: Text;
	readonly sets: readonly { readonly name: Text; readonly code: Text }[];
	readonly collaborators: readonly {
		readonly userId: string | null;
		readonly organizationId: string | null;
		readonly canView: boolean;
		readonly canEdit: boolean;
	}[];
	readonly visibilityTags: readonly string[];
	readonly updatedAt: Date;
	readonly mostRecentBuildId: string | null;
}

export interface WorldBuild {
	readonly id: string;
	readonly designId: string;
	readonly type: DesignType;
	readonly name: Text;
	readonly status: "done" | "failed" | "rejected";
	readonly requestedById: string;
	readonly requestedByOrgId: string;
	readonly requestedAt: Date;
	/** Only of completed builds; likewise the size, in bytes. */
	readonly completedAt: Date;
	readonly size: number;
	readonly isFirst: boolean;
	/** The sets of the build, which often differ from the draft's. */
	readonly sets: WorldDesign["sets"];
}

export interface WorldDeployment {
	readonly id: string;
	readonly design: WorldDesign;
	readonly build: WorldBuild;
	readonly target: WorldTarget;
	readonly status: DeploymentStatus;
	readonly requesterId: string;
	readonly requesterOrgId: string;
	readonly tags: readonly Text[];
	readonly requestedAt: Date;
	readonly approvedAt: Date | null;
	readonly updatedAt: Date;
}
