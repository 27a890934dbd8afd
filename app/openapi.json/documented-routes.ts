import * as apiAgentDeployments from "@/app/api/agent/deployments/route";
import * as apiAgentReport from "@/app/api/agent/report/route";
import * as apiAudit from "@/app/api/audit/route";
import * as apiBuildsBuildIdFile from "@/app/api/builds/[build_id]/file/route";
import * as apiBuildsBuildIdReject from "@/app/api/builds/[build_id]/reject/route";
import * as apiBuildsBuildIdRetry from "@/app/api/builds/[build_id]/retry/route";
import * as apiBuildsBuildId from "@/app/api/builds/[build_id]/route";
import * as apiDeploymentsDeploymentIdChecklist from "@/app/api/deployments/[deployment_id]/checklist/route";
import * as apiDeploymentsDeploymentIdHistory from "@/app/api/deployments/[deployment_id]/history/route";
import * as apiDeploymentsDeploymentIdPreview from "@/app/api/deployments/[deployment_id]/preview/route";
import * as apiDeploymentsDeploymentIdRollback from "@/app/api/deployments/[deployment_id]/rollback/route";
import * as apiDeploymentsDeploymentId from "@/app/api/deployments/[deployment_id]/route";
import * as apiDeploymentsDeploymentIdSchedule from "@/app/api/deployments/[deployment_id]/schedule/route";
import * as apiDeploymentsDeploymentIdSetsSetIdGeofences from "@/app/api/deployments/[deployment_id]/sets/[set_id]/geofences/route";
import * as apiDeploymentsBulk from "@/app/api/deployments/bulk/route";
import * as apiDeploymentsTags from "@/app/api/deployments/tags/route";
import * as apiDesignsDesignIdBuilds from "@/app/api/designs/[design_id]/builds/route";
import * as apiDesignsDesignIdCollaborators from "@/app/api/designs/[design_id]/collaborators/route";
import * as apiDesignsDesignIdDuplicate from "@/app/api/designs/[design_id]/duplicate/route";
import * as apiDesignsDesignIdEstimate from "@/app/api/designs/[design_id]/estimate/route";
import * as apiDesignsDesignIdExternalBuild from "@/app/api/designs/[design_id]/external-build/route";
import * as apiDesignsDesignIdHistory from "@/app/api/designs/[design_id]/history/route";
import * as apiDesignsDesignId from "@/app/api/designs/[design_id]/route";
import * as apiDesignsDesignIdSetsSetIdGeofences from "@/app/api/designs/[design_id]/sets/[set_id]/geofences/route";
import * as apiDesignsDesignIdTest from "@/app/api/designs/[design_id]/test/route";
import * as apiDesignsDesignIdVisibility from "@/app/api/designs/[design_id]/visibility/route";
import * as apiDesigns from "@/app/api/designs/route";
import * as apiDirectory from "@/app/api/directory/route";
import * as apiEvents from "@/app/api/events/route";
import * as apiExportsAudit from "@/app/api/exports/audit/route";
import * as apiExportsDeployments from "@/app/api/exports/deployments/route";
import * as apiHealth from "@/app/api/health/route";
import * as apiInventorySourcesInventorySourceSlugImports from "@/app/api/inventory-sources/[inventory_source_slug]/imports/route";
import * as apiInventorySourcesInventorySourceSlug from "@/app/api/inventory-sources/[inventory_source_slug]/route";
import * as apiInventorySourcesInventorySourceSlugSegments from "@/app/api/inventory-sources/[inventory_source_slug]/segments/route";
import * as apiInventorySources from "@/app/api/inventory-sources/route";
import * as apiKeysKeyIdRegenerate from "@/app/api/keys/[key_id]/regenerate/route";
import * as apiKeysKeyId from "@/app/api/keys/[key_id]/route";
import * as apiKeys from "@/app/api/keys/route";
import * as apiOrganizationsOrganizationId from "@/app/api/organizations/[organization_id]/route";
import * as apiOrganizations from "@/app/api/organizations/route";
import * as apiOverview from "@/app/api/overview/route";
import * as apiReady from "@/app/api/ready/route";
import * as apiSignInLinksRedeem from "@/app/api/sign-in-links/redeem/route";
import * as apiTargetsTargetIdAgentKeysKeyId from "@/app/api/targets/[target_id]/agent-keys/[key_id]/route";
import * as apiTargetsTargetIdAgentKeys from "@/app/api/targets/[target_id]/agent-keys/route";
import * as apiTargetsTargetId from "@/app/api/targets/[target_id]/route";
import * as apiTargetsTargetIdState from "@/app/api/targets/[target_id]/state/route";
import * as apiTargets from "@/app/api/targets/route";
import * as apiUsersUserId from "@/app/api/users/[user_id]/route";
import * as apiUsersUserIdSignInLink from "@/app/api/users/[user_id]/sign-in-link/route";
import * as apiUsers from "@/app/api/users/route";
import * as apiViewsViewId from "@/app/api/views/[view_id]/route";
import * as apiViews from "@/app/api/views/route";
import * as metrics from "@/app/metrics/route";
import * as targetingBuildsBuildIdRequest from "@/app/targeting/builds/[build_id]/request/route";
import * as targetingBuilds from "@/app/targeting/builds/route";
import * as targetingDeploymentsDeploymentIdActivate from "@/app/targeting/deployments/[deployment_id]/activate/route";
import * as targetingDeploymentsDeploymentIdCancel from "@/app/targeting/deployments/[deployment_id]/cancel/route";
import * as targetingDeploymentsDeploymentIdDeactivate from "@/app/targeting/deployments/[deployment_id]/deactivate/route";
import * as targetingDeploymentsDeploymentIdDelete from "@/app/targeting/deployments/[deployment_id]/delete/route";
import * as targetingDeploymentsDeploymentIdReject from "@/app/targeting/deployments/[deployment_id]/reject/route";
import * as targetingDeploymentsDeploymentIdTag from "@/app/targeting/deployments/[deployment_id]/tag/route";
import * as targetingDeployments from "@/app/targeting/deployments/route";
import * as targetingDesignsDesignIdRequest from "@/app/targeting/designs/[design_id]/request/route";
import * as targetingDesignsDesignId from "@/app/targeting/designs/[design_id]/route";
import * as targetingDesigns from "@/app/targeting/designs/route";
import * as tokenUserUserId from "@/app/token/user/[user_id]/route";
import * as tokenUser from "@/app/token/user/route";
import type { RouteModules } from "@/lib/http/openapi/document";

/**
 * Every route that the OpenAPI document describes. A plain list of imports, which a test holds against the files of app/:
 * the server has loaded all of them anyway, and no build step stands between a route and its documentation.
 * @param openapiJson the document's own route, which asks for this list and therefore is not imported here
 */
export const documentedRoutes = (openapiJson: RouteModules[string]): RouteModules => ({
	"/api/agent/deployments": apiAgentDeployments,
	"/api/agent/report": apiAgentReport,
	"/api/audit": apiAudit,
	"/api/builds/[build_id]/file": apiBuildsBuildIdFile,
	"/api/builds/[build_id]/reject": apiBuildsBuildIdReject,
	"/api/builds/[build_id]/retry": apiBuildsBuildIdRetry,
	"/api/builds/[build_id]": apiBuildsBuildId,
	"/api/deployments/[deployment_id]/checklist": apiDeploymentsDeploymentIdChecklist,
	"/api/deployments/[deployment_id]/history": apiDeploymentsDeploymentIdHistory,
	"/api/deployments/[deployment_id]/preview": apiDeploymentsDeploymentIdPreview,
	"/api/deployments/[deployment_id]/rollback": apiDeploymentsDeploymentIdRollback,
	"/api/deployments/[deployment_id]": apiDeploymentsDeploymentId,
	"/api/deployments/[deployment_id]/schedule": apiDeploymentsDeploymentIdSchedule,
	"/api/deployments/[deployment_id]/sets/[set_id]/geofences": apiDeploymentsDeploymentIdSetsSetIdGeofences,
	"/api/deployments/bulk": apiDeploymentsBulk,
	"/api/deployments/tags": apiDeploymentsTags,
	"/api/designs/[design_id]/builds": apiDesignsDesignIdBuilds,
	"/api/designs/[design_id]/collaborators": apiDesignsDesignIdCollaborators,
	"/api/designs/[design_id]/duplicate": apiDesignsDesignIdDuplicate,
	"/api/designs/[design_id]/estimate": apiDesignsDesignIdEstimate,
	"/api/designs/[design_id]/external-build": apiDesignsDesignIdExternalBuild,
	"/api/designs/[design_id]/history": apiDesignsDesignIdHistory,
	"/api/designs/[design_id]": apiDesignsDesignId,
	"/api/designs/[design_id]/sets/[set_id]/geofences": apiDesignsDesignIdSetsSetIdGeofences,
	"/api/designs/[design_id]/test": apiDesignsDesignIdTest,
	"/api/designs/[design_id]/visibility": apiDesignsDesignIdVisibility,
	"/api/designs": apiDesigns,
	"/api/directory": apiDirectory,
	"/api/events": apiEvents,
	"/api/exports/audit": apiExportsAudit,
	"/api/exports/deployments": apiExportsDeployments,
	"/api/health": apiHealth,
	"/api/inventory-sources/[inventory_source_slug]/imports": apiInventorySourcesInventorySourceSlugImports,
	"/api/inventory-sources/[inventory_source_slug]": apiInventorySourcesInventorySourceSlug,
	"/api/inventory-sources/[inventory_source_slug]/segments": apiInventorySourcesInventorySourceSlugSegments,
	"/api/inventory-sources": apiInventorySources,
	"/api/keys/[key_id]/regenerate": apiKeysKeyIdRegenerate,
	"/api/keys/[key_id]": apiKeysKeyId,
	"/api/keys": apiKeys,
	"/api/organizations/[organization_id]": apiOrganizationsOrganizationId,
	"/api/organizations": apiOrganizations,
	"/api/overview": apiOverview,
	"/api/ready": apiReady,
	"/api/sign-in-links/redeem": apiSignInLinksRedeem,
	"/api/targets/[target_id]/agent-keys/[key_id]": apiTargetsTargetIdAgentKeysKeyId,
	"/api/targets/[target_id]/agent-keys": apiTargetsTargetIdAgentKeys,
	"/api/targets/[target_id]": apiTargetsTargetId,
	"/api/targets/[target_id]/state": apiTargetsTargetIdState,
	"/api/targets": apiTargets,
	"/api/users/[user_id]": apiUsersUserId,
	"/api/users/[user_id]/sign-in-link": apiUsersUserIdSignInLink,
	"/api/users": apiUsers,
	"/api/views/[view_id]": apiViewsViewId,
	"/api/views": apiViews,
	"/metrics": metrics,
	"/targeting/builds/[build_id]/request": targetingBuildsBuildIdRequest,
	"/targeting/builds": targetingBuilds,
	"/targeting/deployments/[deployment_id]/activate": targetingDeploymentsDeploymentIdActivate,
	"/targeting/deployments/[deployment_id]/cancel": targetingDeploymentsDeploymentIdCancel,
	"/targeting/deployments/[deployment_id]/deactivate": targetingDeploymentsDeploymentIdDeactivate,
	"/targeting/deployments/[deployment_id]/delete": targetingDeploymentsDeploymentIdDelete,
	"/targeting/deployments/[deployment_id]/reject": targetingDeploymentsDeploymentIdReject,
	"/targeting/deployments/[deployment_id]/tag": targetingDeploymentsDeploymentIdTag,
	"/targeting/deployments": targetingDeployments,
	"/targeting/designs/[design_id]/request": targetingDesignsDesignIdRequest,
	"/targeting/designs/[design_id]": targetingDesignsDesignId,
	"/targeting/designs": targetingDesigns,
	"/token/user/[user_id]": tokenUserUserId,
	"/token/user": tokenUser,
	"/openapi.json": openapiJson,
});
