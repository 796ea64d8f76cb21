/// Time ordering of events in bounded memory: queues to which importers push, sorting of runs, and prefetch of
/// upcoming events.
///
/// Independent of the kind of event: an event is a time, a number and an object, and is emitted to the sink of its
/// queue.
package traceglass.ingest.sort;
