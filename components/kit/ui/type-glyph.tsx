import { MapPin, UsersRound } from "lucide-react";
import type { DesignType } from "@/lib/contract/primitives";

const GLYPHS = { proximity: MapPin, audience: UsersRound } as const;

/** The type of a design as a glyph; its word is read out, and shown on hover. */
export function TypeGlyph({ type }: { type: DesignType }) {
	const Glyph = GLYPHS[type];
	return (
		<span title={type} className="inline-grid size-4 shrink-0 place-items-center text-muted">
			<Glyph aria-hidden className="size-3.5" />
			<span className="sr-only">{type}</span>
		</span>
	);
}
