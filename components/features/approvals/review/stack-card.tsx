import { namesOf } from "@/components/features/deployments/mixed-names";
import { MapPicture } from "@/components/kit/map/map-picture";
import { Checkbox } from "@/components/kit/table/checkbox";
import { Bytes } from "@/components/kit/ui/bytes";
import { MixedLetters } from "@/components/kit/ui/mixed-letters";
import type { BulkPreview } from "@/lib/contract/bulk-preview";
import { isolate } from "@/lib/rules/text/isolate";
import type { QueueRow } from "../queue-types";

export interface StackCardProps {
	request: QueueRow;
	bounds: BulkPreview["items"][number]["bounds"];
	wordsOf: (bounds: NonNullable<StackCardProps["bounds"]>) => string;
	kept: boolean;
	onToggle: (id: string) => void;
}

/** A request of a stack: where it is, its name, and whether it is kept. */
export function StackCard({ request, bounds, wordsOf, kept, onToggle }: StackCardProps) {
	const { id, design_name, target, filesize, message } = request;
	return (
		<li
			className={`overflow-hidden rounded-md border border-line bg-surface [contain-intrinsic-size:auto_12rem] [content-visibility:auto] focus-within:border-accent ${kept ? "" : "[&_canvas]:opacity-30"}`}
		>
			{bounds === null ? null : <MapPicture bounds={bounds} />}
			<div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 p-2 ps-3">
				<Checkbox
					label={`Activate ${isolate(design_name)} on ${isolate(target)}`}
					checked={kept}
					onClick={() => onToggle(id)}
				/>
				<span className="truncate font-medium" title={design_name}>
					<bdi>{design_name}</bdi> <MixedLetters name={namesOf(request).map(({ name }) => name)} />
				</span>
				<span className="col-start-2 truncate text-muted text-small">
					<bdi>{target}</bdi> · <Bytes value={filesize} />
				</span>
				{bounds === null ? null : (
					<span className="col-start-2 truncate text-muted text-small" title={wordsOf(bounds)}>
						{wordsOf(bounds)}
					</span>
				)}
				{message === null ? null : (
					<span className="col-start-2 truncate text-small" title={message}>
						“<bdi>{message}</bdi>”
					</span>
				)}
			</div>
		</li>
	);
}
