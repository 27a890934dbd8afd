import { Notice } from "@/components/kit/ui/notice";
import { formatBytes } from "@/lib/browser/format";
import type { ScarceDisk } from "@/lib/contract/overview";

const HOLDS: Readonly<Record<ScarceDisk["holds"][number], string>> = {
	data_dir: "DATA_DIR",
	file_store: "the file store",
};

/** For operators: disks on which something cannot be stored, or soon cannot. */
export function DiskNotices({ disks }: { disks: readonly ScarceDisk[] }) {
	return (
		<div className="mb-4 grid max-w-page gap-2">
			{disks.map(({ directory, holds, free_bytes, total_bytes, room }) => (
				<Notice key={directory} kind={room === "none" ? "bad" : "warn"}>
					<p className="font-medium">
						{room === "none" ? "A disk of the service is full." : "A disk of the service is nearly full."}
					</p>
					<p className="break-words">
						{directory} ({holds.map((part) => HOLDS[part]).join(" and ")}) has {formatBytes(free_bytes)} left of{" "}
						{formatBytes(total_bytes)}.{" "}
						{room === "none"
							? "Nothing more can be stored there. Free up space; paused work then resumes automatically."
							: "Free up space before imports, uploads and builds fail."}
					</p>
				</Notice>
			))}
		</div>
	);
}
