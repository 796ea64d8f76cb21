/// OTLP, the protocol of OpenTelemetry: spans, logs, metrics and profiles.
package traceglass.protos.foreign.otlp;
