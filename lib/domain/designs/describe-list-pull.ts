import { type ListPull, listPull } from "@/lib/contract/list-pull";
import { rowOf } from "@/lib/domain/lists/row-of";
import { shownAddress } from "@/lib/domain/pulls/sealed-address";
import type { Pull } from "@/lib/generated/prisma/client";

/** A pull without its secrets. */
export const describeListPull = (record: Pull): ListPull =>
	rowOf(listPull, record, {
		...shownAddress(record),
		mode: record.mode === "update" ? "update" : "replace",
		running: record.lease_token !== null,
	});
