/// OpenTelemetry data in the OTLP format: spans, logs, metrics and profiles, as protobuf messages or JSON.
package traceglass.ingest.spans.otlp;
