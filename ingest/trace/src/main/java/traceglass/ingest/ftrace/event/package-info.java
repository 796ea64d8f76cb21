/// API for families of kernel events: the current event, the handlers by event number, and the base class of families.
/// Does not depend on any family.
package traceglass.ingest.ftrace.event;
