import { sentTestMail, testMailBody } from "@/lib/contract/notifications";
import { itemResponse } from "@/lib/contract/primitives";
import { sendTestMail } from "@/lib/domain/mail/send-test-mail";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Send Test Mail",
	description: "Sends the caller a mail at once, and returns the mail server's answer.",
	refusals: {
		Forbidden: "Operators alone send test mails.",
		InvalidState: "Mail is off, or the mail server refused; the message has its reason.",
	},
	parameters: testMailBody,
	response: itemResponse(sentTestMail),
	errors: ["Forbidden"],
	run: async ({ service, principal }) => ({ body: itemEnvelope(await sendTestMail(service, principal)) }),
});
