/// Scheduling: who ran on each CPU and how busy they were, thread states by name and share, and the critical path of a
/// thread.
///
/// In: its kinds of tracks and what they share when they are read. Not in: groups of processes.
package traceglass.analysis.sched;
