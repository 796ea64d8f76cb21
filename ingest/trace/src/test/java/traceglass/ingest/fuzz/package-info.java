/// Damaged traces: made out of real ones, imported, and looked at for what must never come of them: an exception that
/// escapes, an import that does not end, memory beyond the limit.
package traceglass.ingest.fuzz;
