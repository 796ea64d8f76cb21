package traceglass.record.ipc;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.protos.config.TraceConfig;

/// Finds the config field to which an error of Perfetto's tracing service or of the built-in one refers. Most
/// errors name the field; a few only describe it.
final class RefusedField {

    private static final Pattern DATA_SOURCE = Pattern.compile("[Dd]ata source \"([^\"]+)\"");

    private RefusedField() {}

    /// Returns the path of the field, such as `buffers[0].size_kb`, or an empty string.
    static String of(String error, TraceConfig config) {
        Matcher source = DATA_SOURCE.matcher(error);
        if (source.find()) {
            for (int i = 0; i < config.getDataSourcesCount(); i++) {
                if (config.getDataSources(i).getConfig().getName().equals(source.group(1))) {
                    return "data_sources[" + i + "].config"
                            + (error.contains("target_buffer_name")
                                    ? ".target_buffer_name"
                                    : error.contains("target_buffer") ? ".target_buffer" : "");
                }
            }
        }
        if (error.contains("buffers.size_kb")
                || error.contains("too large trace buffer")
                || error.contains("buffers are too large")
                || error.contains("size of a buffer")
                || error.contains("Buffer sizes")
                || error.contains("allocation failed")) {
            return "buffers[0].size_kb";
        }
        if (error.contains("too long trace") || error.contains("duration of the trace")) {
            return "duration_ms";
        }
        if (error.contains("trigger_timeout_ms")) {
            return "trigger_config.trigger_timeout_ms";
        }
        if (error.contains("Too many buffers") || error.contains("buffer name")) {
            return "buffers";
        }
        if (error.contains("unique session name")) {
            return "unique_session_name";
        }
        if (error.contains("session semaphore")) {
            return "session_semaphores";
        }
        List<FieldDescriptor> fields = TraceConfig.getDescriptor().getFields();
        Optional<String> named = fields.stream()
                .map(FieldDescriptor::getName)
                .filter(error::contains)
                .max(Comparator.comparingInt(String::length));
        if (named.isPresent()) {
            return named.get();
        }
        return error.toLowerCase(Locale.ROOT).contains("trigger") ? "trigger_config" : "";
    }
}
