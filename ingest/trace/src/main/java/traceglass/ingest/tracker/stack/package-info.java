/// Call stacks: mappings, frames and call sites, code that was compiled while it ran, and the samples of profilers.
package traceglass.ingest.tracker.stack;
