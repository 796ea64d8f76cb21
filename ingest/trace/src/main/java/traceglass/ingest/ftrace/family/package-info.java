/// Families of kernel events, which turn them into processes, thread states, slices and counters. Each family is one
/// class that registers its handlers and one line in [EventFamilies]. Families do not depend on each other, except that
/// markers may affect system calls.
package traceglass.ingest.ftrace.family;
