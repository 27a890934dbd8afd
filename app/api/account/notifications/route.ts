import { noParameters } from "@/lib/contract/deployment";
import { editNotificationsBody, notificationSettings } from "@/lib/contract/notifications";
import { itemResponse } from "@/lib/contract/primitives";
import { editNotificationSettings, getNotificationSettings } from "@/lib/domain/mail/notification-settings";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Notification Settings",
	description: "Modes of the caller's mails by kind of notice: at once, in the daily digest, or never.",
	parameters: noParameters,
	response: itemResponse(notificationSettings),
	run: async ({ service, principal }) => ({ body: itemEnvelope(await getNotificationSettings(service, principal)) }),
});

export const PATCH = productJson({
	summary: "Edit Notification Settings",
	description: "Changes what the caller is mailed, and when. Absent fields and kinds stay as they are.",
	parameters: editNotificationsBody,
	example: { kinds: { "deployment.live": "never" }, digest_time: "07:30", time_zone: "Europe/Berlin" },
	response: itemResponse(notificationSettings),
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await editNotificationSettings(service, principal, parameters)),
	}),
});
