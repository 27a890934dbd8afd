import { controlClass, Field } from "@/components/kit/ui/field";
import { furtherProperties, readId } from "@/lib/rules/geofences/further-properties";
import { GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";

/** The fields of a geofence beside its shape and name: its id, and the imported properties. */
export function DetailFields({ fence }: { fence: Geofence | null }) {
	const further = fence === null ? [] : furtherProperties(fence);
	return (
		<>
			<Field label="Id" optional hint="An import can update the geofence by its id.">
				{(control) => (
					<input
						{...control}
						name="id"
						defaultValue={fence?.id ?? ""}
						maxLength={GEOFENCE_LIMITS.id}
						className={controlClass("font-mono")}
					/>
				)}
			</Field>
			{further.length === 0 ? null : (
				<dl
					aria-label="Properties"
					tabIndex={0}
					className="grid max-h-28 grid-cols-[auto_minmax(0,1fr)] gap-x-3 overflow-y-auto text-small"
				>
					{further.map(([name, value]) => (
						<div key={name} className="contents">
							<dt className="max-w-40 truncate text-muted" title={name}>
								<bdi>{name}</bdi>
							</dt>
							<dd className="break-words">
								<bdi>{String(value)}</bdi>
							</dd>
						</div>
					))}
				</dl>
			)}
		</>
	);
}

/**
 * The drawn shape with the typed id and the geofence's other properties; a sentence for a wrong id.
 */
export function readDetailFields(typed: string, before: Geofence | null, drawn: Geofence): Geofence | string {
	const id = readId(typed);
	if (typeof id === "object") return `The id cannot be taken: ${id.reason}.`;
	const { name: _, radius: __, ...further } = (before?.properties ?? {}) as { name?: string; radius?: number };
	const known = id === undefined ? {} : { id };
	const { geometry, properties } = drawn;
	return { type: "Feature", ...known, geometry, properties: { ...properties, ...further } } as Geofence;
}
