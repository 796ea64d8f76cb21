/// Scheduling: thread states by name and share, and the critical path of a thread.
package traceglass.analysis.sched;
