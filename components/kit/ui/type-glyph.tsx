import type { DesignType } from "@/lib/contract/primitives";
import { Glyph } from "./glyph";

/** A pin, and two people. */
const SHAPES = {
	proximity:
		"M20 10c0 5-5.5 10.2-7.4 11.8a1 1 0 0 1-1.2 0C9.5 20.2 4 15 4 10a8 8 0 0 1 16 0M15 10a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
	audience: "M18 21a8 8 0 0 0-16 0M15 8a5 5 0 1 1-10 0a5 5 0 1 1 10 0M22 20c0-3.4-2-6.5-4-8a5 5 0 0 0-.5-8.3",
} as const;

/** The type of a design as a glyph; its word is read out, and shown on hover. */
export const TypeGlyph = ({ type }: { type: DesignType }) => (
	<Glyph shape={SHAPES[type]} title={type} className="mx-px size-3.5 text-muted" />
);
