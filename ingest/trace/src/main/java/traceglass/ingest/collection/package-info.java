/// Maps with keys that are numbers or ranges of addresses, for the places where `java.util` would make an object for
/// each event. Knows nothing of traces.
package traceglass.ingest.collection;
