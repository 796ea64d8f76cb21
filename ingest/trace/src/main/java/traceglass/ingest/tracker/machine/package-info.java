/// The machine that was traced: its CPUs, kernel, processes and threads, what ran where, and what each thread did.
/// Knows no tracks.
package traceglass.ingest.tracker.machine;
