import { z } from "zod";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/**
 * The schemas of the service's answers. Loaded outside production alone, where `fetcher.ts` checks
 * every answer.
 */
export {
	account,
	begunTotp,
	endedSessions,
	guideBody,
	recoveryCodes,
	session,
	sessionConfirmed,
} from "@/lib/contract/account";
export { activationRule, ruleVerdict } from "@/lib/contract/activation-rule";
export { targetFreeze } from "@/lib/contract/activation-window";
export { auditEvent, auditRecord } from "@/lib/contract/audit";
export { basemap } from "@/lib/contract/basemap";
export { buildDetail, buildListDetail } from "@/lib/contract/build";
export { bulkResult } from "@/lib/contract/bulk";
export { bulkPreview } from "@/lib/contract/bulk-preview";
export { deploymentChecklist } from "@/lib/contract/checklist";
export { comment } from "@/lib/contract/comment";
export { deploymentDetail } from "@/lib/contract/deployment";
export { designDetail, geofenceImport, geofenceRemoval } from "@/lib/contract/design";
export { designEvent } from "@/lib/contract/design-history";
export { designRow } from "@/lib/contract/design-list";
export { estimate } from "@/lib/contract/estimate";
export { foundPlaces, nearPlaces } from "@/lib/contract/found-place";
export { geofenceChanges } from "@/lib/contract/geofence-changes";
export { inboxCount, inboxResponse } from "@/lib/contract/inbox";
export {
	inventoryImportResult,
	inventoryPull,
	inventorySegment,
	inventorySource,
	inventorySourceDetail,
} from "@/lib/contract/inventory";
export { apiKey, issuedKey } from "@/lib/contract/key";
export { lookupTestResult } from "@/lib/contract/lookup-test";
export { deploymentMatches, unmatchedDeployments } from "@/lib/contract/matches";
export { notificationSettings, sentTestMail } from "@/lib/contract/notifications";
export { deviceErasure, optOutChangeResult, optOuts } from "@/lib/contract/opt-outs";
export { organization } from "@/lib/contract/organization";
export { overview } from "@/lib/contract/overview";
export { passkey, passkeyOptions } from "@/lib/contract/passkey";
export { invitedPerson, person, personErasure, redeemedLink } from "@/lib/contract/person";
export { placeCategory, placeImport, setOverlaps } from "@/lib/contract/place";
export { activationPreview } from "@/lib/contract/preview";
export { emptyResponse, itemResponse, listResponse } from "@/lib/contract/primitives";
export { directoryEntry } from "@/lib/contract/sharing";
export { tagsInUse } from "@/lib/contract/tags";
export { agentKey, issuedAgentKey, target, targetDetail, targetState } from "@/lib/contract/target";
export { savedView } from "@/lib/contract/view";
export { issuedWebhook, replayed, webhook, webhookDelivery, webhookDeliveryDetail } from "@/lib/contract/webhook";

/** An answer without any use for the pages. */
export const anything = z.unknown();

/** The answer to an action of the management API: a row or, without one, nothing. */
export const actionResponse = z.union([itemResponse(z.looseObject({ status: z.string() })), emptyResponse]);

/**
 * The service has checked the geofences itself, so only the frame is checked, whatever their
 * number.
 */
export const geofenceCollection = z.looseObject({
	type: z.literal("FeatureCollection"),
	features: z.custom<Geofence[]>((features) => Array.isArray(features)),
});
export type GeofenceCollection = z.infer<typeof geofenceCollection>;
