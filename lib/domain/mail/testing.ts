import type { SMTPServerOptions } from "smtp-server";
import type { ActionOf } from "@/lib/contract/events/events";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { transact } from "@/lib/platform/db/transact";
import type { MailTimes } from "@/lib/platform/mail/send-mail";
import type { Service } from "@/lib/platform/service";
import { mailSettings, type ReceivedMail, startMailServer, type TestMailServer } from "@/lib/tools/testing/mail-server";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { mailSink } from "./mail-sink";
import { sendMails } from "./send-mails";

/** A service that sends its mails to a server of the test, with a pending request for notices. */
export interface MailWorld {
	readonly server: TestMailServer;
	readonly service: TestService;
	readonly world: World;
	readonly request: Awaited<ReturnType<typeof createRequest>>;
	/** An action of the target's administrator on the request, handed over to inbox and mails. */
	tell(action: ActionOf<"deployment">, more?: object): Promise<void>;
	send(times?: MailTimes, by?: Service): Promise<number>;
	/** Sends due mails, and returns those received. */
	sent(): Promise<ReceivedMail[]>;
	/** States of all mails, oldest first. */
	states(): Promise<string[]>;
	/** Sets the designer's mail modes. */
	choose(modes: object, more?: { time_zone: string; digest_minute: number }): Promise<unknown>;
	/** No mails, no settings, nothing to hand over. */
	clear(): Promise<void>;
	drop(): Promise<void>;
}

/** Makes a {@link MailWorld}. */
export async function createMailWorld(kind: TestService["kind"], options?: SMTPServerOptions): Promise<MailWorld> {
	const server = await startMailServer(options);
	const service = await createTestService(kind, mailSettings(server));
	const { prisma } = service;
	const world = await createWorld(service);
	const request = await createRequest(service, world);
	const send = (times?: MailTimes, by: Service = service) => sendMails(by, new AbortController().signal, times);
	return {
		server,
		service,
		world,
		request,
		tell: async (action, more = {}) => {
			const about = { design_id: request.design.id, target_id: world.target.id };
			const organizationId = world.target.organization_id;
			const event = {
				action,
				object_type: "deployment",
				object_id: request.deployment.id,
				organization_id: organizationId,
			} as const;
			await transact(prisma, (tx) => recordEvent(service, tx, world.administrator, { ...event, ...about, ...more }));
			await handOver(service, [inboxSink, mailSink]);
		},
		send,
		sent: async () => {
			await send();
			return server.take();
		},
		states: async () => (await prisma.mail.findMany({ orderBy: { id: "asc" } })).map(({ state }) => state),
		choose: (modes, more = { time_zone: "UTC", digest_minute: 480 }) =>
			prisma.notificationSettings.create({ data: { user_id: world.designer.userId, modes: { ...modes }, ...more } }),
		clear: async () => {
			await prisma.mail.deleteMany();
			await prisma.notificationSettings.deleteMany();
			await handOver(service, []);
			server.take();
		},
		drop: async () => {
			await service.drop();
			await server.stop();
		},
	};
}
