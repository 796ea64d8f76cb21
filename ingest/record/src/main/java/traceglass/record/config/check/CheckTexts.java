package traceglass.record.config.check;

import org.jspecify.annotations.Nullable;
import traceglass.store.text.DisplayText;

/// Texts about problems of configs.
final class CheckTexts {

    private CheckTexts() {}

    // ---- Sizes, times and triggers

    static final String NO_BUFFER = "There is no buffer. Add one: buffers { size_kb: 65536 }";

    static String tooManyBuffers(int max) {
        return "A config can have at most " + max + " buffers.";
    }

    static final String NO_BUFFER_SIZE = "The buffer has no size. Set size_kb, for example to 65536.";

    static String tooLarge(long size, long memory) {
        return "The buffers need " + DisplayText.size(size) + ", but the target has " + DisplayText.size(memory)
                + " of memory. Make them smaller.";
    }

    static String sameName(String name) {
        return "Two buffers are named " + name + ".";
    }

    static final String TOO_LONG = "A recording can last at most 7 days. Split a longer trace into several recordings.";
    static final String DURATION_AND_TRIGGERS =
            "A recording with triggers has no duration, because triggers end it. Remove duration_ms.";
    static final String NO_TRIGGER_TIMEOUT = "Set trigger_timeout_ms, the longest wait for a trigger.";

    static String outputOnTarget(String path) {
        return "The tracing service writes the trace to " + path
                + " on the target. Remove output_path to receive the trace here.";
    }

    // ---- Data sources

    static final String NO_SOURCE = "Nothing will be recorded: there is no data source.";
    static final String NO_SOURCE_NAME = "The data source has no name.";

    /// Returns the message for a data source that uses a nonexistent buffer.
    ///
    /// @param buffers number of buffers
    static String noSuchBuffer(String source, int buffer, int buffers) {
        return source + " uses buffer " + Integer.toUnsignedString(buffer) + ", but there "
                + (buffers == 1 ? "is only buffer 0" : "are only buffers 0 to " + (buffers - 1)) + ".";
    }

    static String noProcess(String source) {
        return source + " has no process to record. Add one.";
    }

    // ---- Names that the target might not know

    static final String EVENT_GROUP = "group of kernel events";
    static final String EVENT = "kernel event";

    /// Returns the message for an event or a group of events that a kernel does not have.
    ///
    /// @param kind [#EVENT] or [#EVENT_GROUP]
    /// @param near similar name, or null
    static String noEvent(String kind, String name, @Nullable String near) {
        return "This kernel has no " + kind + " " + name + ", so the trace will not contain it." + suggestion(near);
    }

    static String unknownEvent(String kind, String name, @Nullable String near) {
        return "Unknown " + kind + " " + name + ". The trace will contain it only if this kernel has it."
                + suggestion(near);
    }

    static String noCategory(String name, @Nullable String near) {
        return "The device has no atrace category " + name + ", so the trace will not contain it." + suggestion(near);
    }

    // ---- Syntax

    /// Returns the message for an unknown field in a config.
    ///
    /// @param message name of the message, or null
    /// @param near similar name, or null
    static String noField(@Nullable String message, String name, @Nullable String near) {
        return (message == null ? "There is" : message + " has") + " no field " + name + "." + suggestion(near);
    }

    private static String suggestion(@Nullable String near) {
        return near == null ? "" : " Did you mean " + near + "?";
    }

    static String isTrace(String format) {
        return "This is a trace (" + format + "), not a config.";
    }

    static String notConfig(@Nullable String reason) {
        return "This is not a config in text or binary format: " + reason;
    }

    static String tooLargeFile(long max) {
        return "It is larger than " + DisplayText.size(max) + ", so it is not a config. Is it a trace?";
    }

    static String at(int line, int column, @Nullable String message) {
        return "Line " + line + ", column " + column + ": " + message;
    }
}
