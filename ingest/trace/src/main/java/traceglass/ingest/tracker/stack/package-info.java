/// Callstacks: mappings, frames and callsites, code compiled at run time, and profiler samples.
package traceglass.ingest.tracker.stack;
