package traceglass.service.core;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.TriggerConfig;
import traceglass.protos.config.TraceConfig.TriggerConfig.TriggerMode;

/// Checks of a trace config that depend only on the config. The order of the checks decides which problem is reported.
final class ConfigChecks {

    private static final Pattern FILE_NAME = Pattern.compile("[a-zA-Z0-9._-]*");
    private static final int KB_ALIGNMENT = 4;
    private static final int TRIGGER_MODE_FIELD = TriggerConfig.TRIGGER_MODE_FIELD_NUMBER;

    private ConfigChecks() {}

    /// Trigger mode of a config, including the clone mode.
    static TriggerMode triggerMode(TraceConfig config) {
        TriggerConfig triggers = config.getTriggerConfig();
        return triggers.getUseCloneSnapshotIfAvailable() && triggers.getTriggerMode() == TriggerMode.STOP_TRACING
                ? TriggerMode.CLONE_SNAPSHOT
                : triggers.getTriggerMode();
    }

    /// Returns the message of the first problem, or null.
    static @Nullable String check(TraceConfig config) {
        String problem = duration(config);
        problem = problem == null ? triggers(config) : problem;
        problem = problem == null ? guardrails(config) : problem;
        problem = problem == null ? buffers(config) : problem;
        problem = problem == null ? sources(config) : problem;
        return problem == null ? patterns(config) : problem;
    }

    private static @Nullable String duration(TraceConfig config) {
        long limit = config.getEnableExtraGuardrails() ? Limits.MAX_GUARDED_DURATION_MS : Limits.MAX_DURATION_MS;
        long duration = Integer.toUnsignedLong(config.getDurationMs());
        if (duration > limit) {
            return ServiceErrors.tooLong(duration, limit);
        }
        TriggerConfig triggers = config.getTriggerConfig();
        boolean isUnknownMode = triggers.getUnknownFields().hasField(TRIGGER_MODE_FIELD);
        long timeout = Integer.toUnsignedLong(triggers.getTriggerTimeoutMs());
        boolean hasMode = triggers.getTriggerMode() != TriggerMode.UNSPECIFIED || isUnknownMode;
        if (hasMode && (timeout == 0 || timeout > limit)) {
            return ServiceErrors.triggerTimeout(limit);
        }
        return isUnknownMode ? ServiceErrors.TRIGGER_MODE : null;
    }

    private static @Nullable String triggers(TraceConfig config) {
        TriggerConfig triggers = config.getTriggerConfig();
        TriggerMode mode = triggers.getTriggerMode();
        if (triggers.getUseCloneSnapshotIfAvailable() && mode != TriggerMode.STOP_TRACING) {
            return ServiceErrors.CLONE_SNAPSHOT;
        }
        if (mode != TriggerMode.UNSPECIFIED && config.getDurationMs() != 0) {
            return ServiceErrors.TRIGGER_AND_DURATION;
        }
        if (!FILE_NAME.matcher(config.getBugreportFilename()).matches()) {
            return ServiceErrors.BUGREPORT_NAME;
        }
        boolean stops = mode == TriggerMode.STOP_TRACING || mode == TriggerMode.CLONE_SNAPSHOT;
        if (stops && config.getWriteIntoFile()) {
            return ServiceErrors.TRIGGER_AND_FILE;
        }
        Set<String> names = new HashSet<>();
        for (TriggerConfig.Trigger trigger : triggers.getTriggersList()) {
            if (!names.add(trigger.getName())) {
                return ServiceErrors.duplicateTrigger(trigger.getName());
            }
        }
        return null;
    }

    private static @Nullable String guardrails(TraceConfig config) {
        if (!config.getEnableExtraGuardrails()) {
            return null;
        }
        if (config.getDeferredStart()) {
            return ServiceErrors.DEFERRED;
        }
        long sum = 0;
        for (TraceConfig.BufferConfig buffer : config.getBuffersList()) {
            if (buffer.getSizeKb() % KB_ALIGNMENT != 0) {
                return ServiceErrors.BUFFER_ALIGNMENT;
            }
            sum += Integer.toUnsignedLong(buffer.getSizeKb());
        }
        long limit = Math.max(
                Limits.GUARDED_BUFFERS_KB,
                Integer.toUnsignedLong(config.getGuardrailOverrides().getMaxTracingBufferSizeKb()));
        return sum > limit ? ServiceErrors.buffersTooLarge(sum, limit) : null;
    }

    private static @Nullable String buffers(TraceConfig config) {
        if (config.getBuffersCount() > Limits.BUFFERS_PER_SESSION) {
            return ServiceErrors.tooManyBuffers(config.getBuffersCount());
        }
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < config.getBuffersCount(); i++) {
            String name = config.getBuffers(i).getName();
            Integer first = name.isEmpty() ? null : names.put(name, i);
            if (first != null) {
                return ServiceErrors.duplicateBuffer(name, first, i);
            }
        }
        return null;
    }

    private static @Nullable String sources(TraceConfig config) {
        for (TraceConfig.DataSource source : config.getDataSourcesList()) {
            String name = source.getConfig().getName();
            int index = source.getConfig().getTargetBuffer();
            String target = source.getConfig().getTargetBufferName();
            if (!target.isEmpty()) {
                int named = bufferIndex(config, target);
                if (named < 0) {
                    return ServiceErrors.unknownBuffer(name, target);
                }
                if (index != 0 && index != named) {
                    return ServiceErrors.bufferMismatch(name, target, index);
                }
            } else if (Integer.compareUnsigned(index, config.getBuffersCount()) >= 0) {
                return ServiceErrors.bufferOutOfBounds(name, Integer.toUnsignedLong(index));
            }
        }
        return null;
    }

    /// Returns the index of a buffer by its name, or -1.
    static int bufferIndex(TraceConfig config, String name) {
        for (int i = 0; i < config.getBuffersCount(); i++) {
            if (config.getBuffers(i).getName().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private static @Nullable String patterns(TraceConfig config) {
        for (TraceConfig.DataSource source : config.getDataSourcesList()) {
            String bad = firstInvalid(source.getProducerNameRegexFilterList());
            if (bad != null) {
                return ServiceErrors.invalidPattern(bad);
            }
        }
        List<String> triggerPatterns = config.getTriggerConfig().getTriggersList().stream()
                .map(TriggerConfig.Trigger::getProducerNameRegex)
                .toList();
        String bad = firstInvalid(triggerPatterns);
        return bad == null ? null : ServiceErrors.invalidPattern(bad);
    }

    private static @Nullable String firstInvalid(List<String> patterns) {
        for (String pattern : patterns) {
            try {
                Pattern.compile(pattern);
            } catch (PatternSyntaxException e) {
                return pattern;
            }
        }
        return null;
    }
}
