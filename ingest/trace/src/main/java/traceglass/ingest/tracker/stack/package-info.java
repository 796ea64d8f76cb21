/// Call stacks: mappings, frames and call sites, code compiled at run time, and profiler samples.
package traceglass.ingest.tracker.stack;
