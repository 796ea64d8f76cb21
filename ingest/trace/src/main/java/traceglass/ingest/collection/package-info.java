/// Maps keyed by numbers or address ranges, for code in which `java.util` collections would allocate an object per
/// event. Independent of traces.
package traceglass.ingest.collection;
