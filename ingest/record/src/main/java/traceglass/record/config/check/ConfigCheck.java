package traceglass.record.config.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.record.spi.ConfigRefused;

/// Checks a config before it is sent to a service, so that errors appear immediately, with the field and a hint.
public final class ConfigCheck {

    private static final long MAX_DURATION_MS = 7 * 24 * 3600_000L;
    private static final int MAX_BUFFERS = 128;
    /// Largest fraction of main memory that buffers can use.
    private static final double MEMORY_SHARE = 0.9;

    private ConfigCheck() {}

    /// A problem found in a config.
    ///
    /// @param field path of the field, such as `buffers[0].size_kb`
    /// @param isError whether it makes recording impossible; otherwise it is a warning
    public record Issue(String field, String message, boolean isError) {}

    /// Returns all problems, errors first.
    ///
    /// @param memoryBytes main memory of the target in bytes; 0 if unknown
    public static List<Issue> check(TraceConfig config, long memoryBytes) {
        List<Issue> issues = new ArrayList<>();
        checkBuffers(config, memoryBytes, issues);
        checkSources(config, issues);
        if (Integer.toUnsignedLong(config.getDurationMs()) > MAX_DURATION_MS) {
            issues.add(new Issue("duration_ms", CheckTexts.TOO_LONG, true));
        }
        boolean hasTriggers = config.getTriggerConfig().getTriggersCount() > 0;
        if (hasTriggers && config.getDurationMs() != 0) {
            issues.add(new Issue("duration_ms", CheckTexts.DURATION_AND_TRIGGERS, true));
        }
        if (hasTriggers && config.getTriggerConfig().getTriggerTimeoutMs() == 0) {
            issues.add(new Issue("trigger_config", CheckTexts.NO_TRIGGER_TIMEOUT, true));
        }
        if (config.getWriteIntoFile() && !config.getOutputPath().isEmpty()) {
            issues.add(new Issue("output_path", CheckTexts.outputOnTarget(config.getOutputPath()), false));
        }
        issues.sort((a, b) -> Boolean.compare(b.isError(), a.isError()));
        return List.copyOf(issues);
    }

    /// Throws an exception for the first error.
    public static void require(TraceConfig config, long memoryBytes) throws ConfigRefused {
        for (Issue issue : check(config, memoryBytes)) {
            if (issue.isError()) {
                throw new ConfigRefused(issue.field(), issue.field() + ": " + issue.message());
            }
        }
    }

    private static void checkBuffers(TraceConfig config, long memoryBytes, List<Issue> issues) {
        if (config.getBuffersCount() == 0) {
            issues.add(new Issue("buffers", CheckTexts.NO_BUFFER, true));
        }
        if (config.getBuffersCount() > MAX_BUFFERS) {
            issues.add(new Issue("buffers[" + MAX_BUFFERS + "]", CheckTexts.tooManyBuffers(MAX_BUFFERS), true));
        }
        long totalKb = 0;
        Set<String> names = new HashSet<>();
        for (int i = 0; i < config.getBuffersCount(); i++) {
            TraceConfig.BufferConfig b = config.getBuffers(i);
            long kb = Integer.toUnsignedLong(b.getSizeKb());
            totalKb += kb;
            if (kb == 0) {
                issues.add(new Issue("buffers[" + i + "]", CheckTexts.NO_BUFFER_SIZE, true));
            } else if (memoryBytes > 0 && totalKb * 1024 > memoryBytes * MEMORY_SHARE) {
                issues.add(new Issue(
                        "buffers[" + i + "].size_kb", CheckTexts.tooLarge(totalKb * 1024, memoryBytes), true));
                return;
            }
            if (!b.getName().isEmpty() && !names.add(b.getName())) {
                issues.add(new Issue("buffers[" + i + "].name", CheckTexts.sameName(b.getName()), true));
            }
        }
    }

    private static void checkSources(TraceConfig config, List<Issue> issues) {
        if (config.getDataSourcesCount() == 0) {
            issues.add(new Issue("data_sources", CheckTexts.NO_SOURCE, false));
        }
        for (int i = 0; i < config.getDataSourcesCount(); i++) {
            DataSourceConfig source = config.getDataSources(i).getConfig();
            String path = "data_sources[" + i + "].config";
            if (source.getName().isEmpty()) {
                issues.add(new Issue(path, CheckTexts.NO_SOURCE_NAME, true));
            }
            if (config.getBuffersCount() > 0
                    && source.getTargetBufferName().isEmpty()
                    && Integer.toUnsignedLong(source.getTargetBuffer()) >= config.getBuffersCount()) {
                issues.add(new Issue(
                        path + ".target_buffer",
                        CheckTexts.noSuchBuffer(source.getName(), source.getTargetBuffer(), config.getBuffersCount()),
                        true));
            }
            boolean lacksProcess = source.hasHeapprofdConfig()
                            && source.getHeapprofdConfig().getProcessCmdlineCount()
                                            + source.getHeapprofdConfig().getPidCount()
                                    == 0
                            && !source.getHeapprofdConfig().getAll()
                    || source.hasJavaHprofConfig()
                            && source.getJavaHprofConfig().getProcessCmdlineCount()
                                            + source.getJavaHprofConfig().getPidCount()
                                    == 0;
            if (lacksProcess) {
                issues.add(new Issue(path, CheckTexts.noProcess(source.getName()), false));
            }
        }
    }
}
