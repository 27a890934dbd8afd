import type { Service } from "@/lib/platform/service";

/** How long an ended mail is kept: it says what became of it, and which days had their digest. */
const KEPT_MS = 30 * 86_400_000;

/** Removes old mails that were sent or given up. Returns their number. */
export async function sweepMails(service: Pick<Service, "prisma" | "now">): Promise<number> {
	const before = new Date(service.now().getTime() - KEPT_MS);
	const { count } = await service.prisma.mail.deleteMany({ where: { ended_at: { lt: before } } });
	return count;
}
