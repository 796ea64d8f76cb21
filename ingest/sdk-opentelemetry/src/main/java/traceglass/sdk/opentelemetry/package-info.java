/// Spans of OpenTelemetry in the traces of the SDK. Comes in: spans of a program that has OpenTelemetry's SDK.
@NullMarked
package traceglass.sdk.opentelemetry;

import org.jspecify.annotations.NullMarked;
