import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import type { Ground } from "./fault";
import { finishFleet, openFleetGround, underLoad } from "./fleet-ground";
import { openGround } from "./open-ground";
import { until } from "./until";

/** As Debian installs it, for the machine's processor. */
const LIBRARY = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketime.so.1`;
const PASSWORD = "a few words in a row";
const STEPS_SECONDS = [3_600, -3_600, 0];
/** A clock that has stepped is nearer to its new time than this. */
const NEAR_MS = 600_000;

/**
 * Sets the clocks of the service's processes an hour forward, an hour back, or right, under writers,
 * builds and schedules. A session and keys go on as they were.
 */
export function openSteppedClocks(): Promise<Ground | string> {
	return openGround(async (ends) => {
		if (!existsSync(LIBRARY)) return "libfaketime is not installed (Debian: `apt-get install faketime`)";
		const ground = await openFleetGround();
		if (typeof ground === "string") return ground;
		ends.push(ground.close);
		const { fleet, release, service, world, directory } = ground;
		const file = join(directory, "clock");
		const set = async (seconds: number) => {
			await writeFile(`${file}.new`, `${seconds < 0 ? "" : "+"}${seconds}\n`);
			await rename(`${file}.new`, file);
		};
		await set(0);
		const faked = {
			LD_PRELOAD: LIBRARY,
			FAKETIME_TIMESTAMP_FILE: file,
			FAKETIME_CACHE_DURATION: "1",
			FAKETIME_DONT_FAKE_MONOTONIC: "1",
		};
		const [web] = await Promise.all([fleet.start("web", release, faked), fleet.start("worker", release, faked)]);
		const url = web.url ?? "";
		const { email } = await service.prisma.user.update({
			where: { id: world.designer.userId },
			data: { password_hash: await hashPassword(PASSWORD) },
		});
		const session = await openSession(url, email, PASSWORD);
		let now = 0;
		return {
			round: async (random, number) => {
				const others = STEPS_SECONDS.filter((step) => step !== now);
				const step = others[random.between(0, others.length - 1)] ?? 0;
				const fault = async () => {
					await set(step);
					await until("the clock has stepped", async () => {
						const { headers } = await fetch(`${url}/api/ready`);
						const shown = Date.parse(headers.get("date") ?? "") - Date.now();
						return Math.abs(shown - step * 1_000) < NEAR_MS;
					});
					now = step;
				};
				const round = await underLoad(ground, { mark: `clock-${number}`, random, fault });
				const me = await fetch(`${url}/api/account`, { headers: { cookie: session.cookie } });
				const problem = `the session is answered ${me.status} after the clock was set by ${step} s`;
				return me.status === 200 ? round : { ...round, problems: [...round.problems, problem] };
			},
			finish: () => finishFleet(ground),
		};
	});
}
