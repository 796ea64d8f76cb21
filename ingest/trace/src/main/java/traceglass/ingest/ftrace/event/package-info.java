/// What families of kernel events are written with: the event at hand, the handlers by event, and what families share.
/// Knows no family.
package traceglass.ingest.ftrace.event;
