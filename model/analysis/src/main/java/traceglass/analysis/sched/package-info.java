/// Scheduling: the threads and load of each CPU, thread states by name and share, and the critical path of a thread.
///
/// Contains its kinds of tracks and the data they share. Groups of processes are elsewhere.
package traceglass.analysis.sched;
