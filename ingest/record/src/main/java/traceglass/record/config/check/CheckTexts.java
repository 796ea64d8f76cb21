package traceglass.record.config.check;

import static traceglass.store.language.Translations.tr;

import org.jspecify.annotations.Nullable;
import traceglass.store.text.DisplayText;

/// Texts about problems of configs.
final class CheckTexts {

    private CheckTexts() {}

    // ---- Sizes, times and triggers

    static final String NO_BUFFER = tr("There is no buffer. Add one: buffers { size_kb: 65536 }");

    static String tooManyBuffers(int max) {
        return tr("A config can have at most {0} buffers.", max);
    }

    static final String NO_BUFFER_SIZE = tr("The buffer has no size. Set size_kb, for example to 65536.");

    static String tooLarge(long size, long memory) {
        return tr(
                "The buffers need {0}, but the target has {1} of memory. Make them smaller.",
                DisplayText.size(size), DisplayText.size(memory));
    }

    static String sameName(String name) {
        return tr("Two buffers are named {0}.", name);
    }

    static final String TOO_LONG =
            tr("A recording can last at most 7 days. Split a longer trace into several recordings.");
    static final String DURATION_AND_TRIGGERS =
            tr("A recording with triggers has no duration, because triggers end it. Remove duration_ms.");
    static final String NO_TRIGGER_TIMEOUT = tr("Set trigger_timeout_ms, the longest wait for a trigger.");

    static String outputOnTarget(String path) {
        return tr(
                "The tracing service writes the trace to {0} on the target. Remove output_path to "
                        + "receive the trace here.",
                path);
    }

    // ---- Data sources

    static final String NO_SOURCE = tr("Nothing will be recorded: there is no data source.");
    static final String NO_SOURCE_NAME = tr("The data source has no name.");

    /// Returns the message for a data source that uses a nonexistent buffer.
    ///
    /// @param buffers number of buffers
    static String noSuchBuffer(String source, int buffer, int buffers) {
        return tr(
                "{0} uses buffer {1}, but there {2}.",
                source,
                Integer.toUnsignedString(buffer),
                buffers == 1 ? tr("is only buffer 0") : tr("are only buffers 0 to {0}", buffers - 1));
    }

    static String noProcess(String source) {
        return tr("{0} has no process to record. Add one.", source);
    }

    // ---- Names that the target might not know

    static final String EVENT_GROUP = tr("group of kernel events");
    static final String EVENT = tr("kernel event");

    /// Returns the message for an event or a group of events that a kernel does not have.
    ///
    /// @param kind [#EVENT] or [#EVENT_GROUP]
    /// @param similarName similar name, or null
    static String noEvent(String kind, String name, @Nullable String similarName) {
        return tr(
                "This kernel has no {0} {1}, so the trace will not contain it.{2}",
                kind, name, suggestion(similarName));
    }

    static String unknownEvent(String kind, String name, @Nullable String similarName) {
        return tr(
                "Unknown {0} {1}. The trace will contain it only if this kernel has it.{2}",
                kind, name, suggestion(similarName));
    }

    static String noCategory(String name, @Nullable String similarName) {
        return tr(
                "The device has no atrace category {0}, so the trace will not contain it.{1}",
                name, suggestion(similarName));
    }

    // ---- Syntax

    /// Returns the message for an unknown field in a config.
    ///
    /// @param message name of the message, or null
    /// @param similarName similar name, or null
    static String noField(@Nullable String message, String name, @Nullable String similarName) {
        return tr(
                "{0} no field {1}.{2}",
                message == null ? tr("There is") : tr("{0} has", message), name, suggestion(similarName));
    }

    private static String suggestion(@Nullable String similarName) {
        return similarName == null ? "" : tr(" Did you mean {0}?", similarName);
    }

    static String traceInsteadOfConfig(String format) {
        return tr("This is a trace ({0}), not a config.", format);
    }

    static String notConfig(@Nullable String reason) {
        return tr("This is not a config in text or binary format: {0}", reason);
    }

    static String tooLargeFile(long max) {
        return tr("It is larger than {0}, so it is not a config. Is it a trace?", DisplayText.size(max));
    }

    static String at(int line, int column, @Nullable String message) {
        return tr("Line {0}, column {1}: {2}", line, column, message);
    }
}
