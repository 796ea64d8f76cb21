/// Events into the order of time, in bounded memory: queues that importers push to, sorted runs, and the prefetch of
/// what will be needed next.
///
/// Knows nothing of what an event is: a time, a number and an object, given to the sink of its queue.
package traceglass.ingest.sort;
