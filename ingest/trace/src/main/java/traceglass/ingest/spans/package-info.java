/// Distributed traces: OTLP (traces, logs and metrics), Jaeger and Zipkin.
///
/// Input: JSON or protobuf messages. Output: one process for each service with its spans on lanes, flows between
/// spans, log lines and counters.
package traceglass.ingest.spans;
