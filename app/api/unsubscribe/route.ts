import { unsubscribeParameters } from "@/lib/contract/notifications";
import { emptyResponse } from "@/lib/contract/primitives";
import { unsubscribe } from "@/lib/domain/mail/notification-settings";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { servicePath } from "@/lib/http/routes/public-address";
import { publicAction, publicQuery } from "@/lib/http/routes/route";

export const GET = publicQuery({
	summary: "Open Unsubscribe Page",
	description: "Redirects to the page that confirms the unsubscription, for mail programs that open the address.",
	parameters: unsubscribeParameters,
	alsoAnswers: { 303: "The page's address." },
	run: async ({ service, parameters: { token } }) => {
		const Location = servicePath(service, `/unsubscribe?token=${encodeURIComponent(token)}`);
		return new Response(null, { status: 303, headers: { Location } });
	},
});

export const POST = publicAction({
	summary: "Unsubscribe",
	description: "Ends the mails that an unsubscribe link is about (RFC 8058). The body is ignored.",
	parameters: unsubscribeParameters,
	response: emptyResponse,
	errors: ["NotFound"],
	run: async ({ service, parameters: { token } }) => {
		await unsubscribe(service, token);
		return { body: emptyEnvelope() };
	},
});
