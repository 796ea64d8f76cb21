/// What each family of kernel events says of processes, states, slices and counters. One class a family, which
/// registers its handlers, and one line in [EventFamilies]. A family knows no other, but for markers, which may tell of
/// system calls.
package traceglass.ingest.ftrace.family;
