import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { noteStates } from "./note-states";
import { recordEvent } from "./record-event";
import { serviceEvent } from "./service-event";

/** Records that a background job keeps failing, once until it runs again; null: it runs. */
export async function noteJob(service: Service, name: string, problem: string | null): Promise<void> {
	await transact(service.prisma, async (tx) => {
		const [turned] = await noteStates(service, tx, [{ subject: `job ${name}`, bad: problem !== null }]);
		if (turned?.bad !== true || problem === null) return;
		await recordEvent(service, tx, { system: "background jobs" }, serviceEvent("job_failed", name, problem));
	});
}
