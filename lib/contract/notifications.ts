import { z } from "zod";
import { MAIL_MODES } from "./constants";
import { NOTICE_KINDS, type NoticeKind, type NoticeReader } from "./events/events";
import { text } from "./primitives";
import { described } from "./written-as";

export { MAIL_MODES } from "./constants";
export type MailMode = (typeof MAIL_MODES)[number];

/** Kinds that wait for their reader or report a failure: mailed at once. */
const AT_ONCE: ReadonlySet<NoticeKind> = new Set([
	"deployment.requested",
	"deployment.waiting",
	"deployment.question",
	"deployment.question_waiting",
	"deployment.answered",
	"deployment.load_failed",
	"deployment.rejected",
	"deployment.schedule_missed",
	"build.rejected",
	"build.failed",
	"design.automation_failed",
	"target.offline",
	"target.out_of_memory",
	"service.disk_low",
	"service.job_failed",
	"source.pull_failed",
	"webhook.paused",
]);

/** The default mode of a kind. */
export const defaultMode = (kind: NoticeKind): MailMode => (AT_ONCE.has(kind) ? "at_once" : "daily");

/** Kinds of readers that a person of each role can be. */
export const READERS_OF_ROLE: Readonly<Record<"designer" | "administrator" | "operator", readonly NoticeReader[]>> = {
	designer: ["requester"],
	administrator: ["requester", "administrators", "owner"],
	operator: ["requester", "administrators", "operators", "owner"],
};

const kind = z.enum(NOTICE_KINDS as [NoticeKind, ...NoticeKind[]]);
const mode = z
	.enum(MAIL_MODES)
	.describe("`at_once`: a mail of its own; `daily`: in the daily digest; `never`: no mail.");
const digestTime = z
	.string()
	.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 08:00")
	.describe("Time of day of the daily digest.")
	.meta({ examples: ["08:00"] });

/** The caller's mail settings (docs/contract.md, Notices). */
export const notificationSettings = z
	.strictObject({
		mail: z.boolean().describe("Whether this service sends mails."),
		email: text.meta(described("Address that mails go to.", "designer@acme.example")),
		kinds: z
			.array(
				z.strictObject({
					kind: kind.describe("Code for programs."),
					mode,
					default: z.enum(MAIL_MODES).describe("The mode without a choice."),
				}),
			)
			.describe("Kinds of notices for the caller's role, each with its mode."),
		digest_time: digestTime,
		time_zone: text.nullable().describe("A name of IANA's, such as `Europe/Berlin`; null: not chosen, UTC."),
	})
	.meta({ id: "NotificationSettings", description: "Kinds and times of the caller's mails." });
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** Body of `PATCH /api/account/notifications`; absent fields stay as they are. */
export const editNotificationsBody = z
	.strictObject({
		kinds: z.partialRecord(kind, mode).optional().describe("Modes by kind."),
		digest_time: digestTime.optional(),
		time_zone: z
			.string()
			.max(64, "must have at most 64 characters")
			.optional()
			.describe("A name of IANA's, such as `Europe/Berlin`."),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditNotifications = z.infer<typeof editNotificationsBody>;

/** Parameters of `/api/unsubscribe`. */
export const unsubscribeParameters = z.strictObject({
	token: z
		.string()
		.min(1, "must not be empty")
		.max(300, "is no token of a link")
		.meta(described("Token of the mail's link.", "5Jd0eH2")),
});

/** Body of `POST /api/mail/test`. */
export const testMailBody = z.strictObject({});

/** A mail that was sent to see whether mail works. */
export const sentTestMail = z
	.strictObject({
		sent_to: text.describe("Address that it went to."),
		answer: text.describe("Answer of the mail server."),
	})
	.meta({ id: "SentTestMail", description: "A test mail, and what the mail server answered." });
