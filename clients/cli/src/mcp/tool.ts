import { z } from "zod";
import type { TargetingClient } from "@/clients/typescript/src/index";

/** What a tool works with: the client, and the end of its request. */
export interface ToolCall<S extends z.ZodRawShape> {
	readonly client: TargetingClient;
	readonly input: z.infer<z.ZodObject<S>>;
	readonly signal: AbortSignal;
}

/** A tool: what models read of it, what it takes, and what it does. */
export interface Tool<S extends z.ZodRawShape = z.ZodRawShape> {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly input: S;
	/** @returns what the model reads, as JSON */
	run(call: ToolCall<S>): Promise<unknown>;
}

/** Declares a tool, whose input is typed by its declaration. */
export const defineTool = <S extends z.ZodRawShape>(tool: Tool<S>): Tool => tool as unknown as Tool;

/** Inputs of several tools. */
export const INPUT = {
	design: z.string().min(1).describe("The design's name or id."),
	deployment: z.string().min(1).describe("The deployment's id, or its design's name."),
	search: z.string().min(1).optional().describe("Words that its name begins with."),
	limit: z.number().int().min(1).max(100).default(20).describe("At most so many."),
	latitude: z.number().min(-90).max(90).describe("Degrees north, WGS 84."),
	longitude: z.number().min(-180).max(180).describe("Degrees east, WGS 84."),
};
