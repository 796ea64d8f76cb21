/// Lists, queues, sets and maps of primitive numbers, and a map keyed by address ranges, for code in which `java.util`
/// collections would allocate an object per event. Independent of traces.
package traceglass.ingest.collection;
