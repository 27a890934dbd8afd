import { forgetReplacedLists } from "@/lib/engine/audience/listed-devices";
import type { Service } from "@/lib/platform/service";
import { findOptOutsPath } from "./current-list";

/** Longer than an evaluation that began with the former list takes to read them. */
const GRACE_MS = 2_700_000;

/**
 * Removes from this process's work directory the ids that were written down of replaced lists of
 * opt-outs. Returns the number of files.
 */
export const sweepListedDevices = async (service: Service): Promise<number> =>
	forgetReplacedLists(() => findOptOutsPath(service), await service.files.workDirectory(), GRACE_MS);
