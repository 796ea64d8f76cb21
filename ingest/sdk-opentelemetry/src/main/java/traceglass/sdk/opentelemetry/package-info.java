/// Writes OpenTelemetry spans into traces of the SDK. Input: spans of a program that uses OpenTelemetry's SDK.
@NullMarked
package traceglass.sdk.opentelemetry;

import org.jspecify.annotations.NullMarked;
