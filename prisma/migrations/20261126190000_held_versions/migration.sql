-- Work that reads a version's files for long keeps them from the sweep.
ALTER TABLE "inventory_imports" ADD COLUMN "held_until" TIMESTAMPTZ(3);
