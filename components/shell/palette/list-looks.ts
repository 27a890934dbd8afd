/** The looks of a search and its results, in the palette and in the help. */
export const INPUT = "w-full shrink-0 border-line border-b bg-transparent px-4 py-3 text-large -outline-offset-2";
export const ITEM =
	"flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent";
export const GROUP =
	"[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-small [&_[cmdk-group-heading]]:text-muted";
